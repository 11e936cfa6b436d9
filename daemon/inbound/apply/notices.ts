import { newMessageId } from "../../lib/ids.ts";
import type { Apply } from "./apply-kind.ts";

/** What happened in conversations without anybody writing: it stands among their messages. */
export const applyNotices: Apply<"notice"> = async (writes, channels, notices) => {
  for (const { organization_id, id: channel_id } of channels) {
    const given = notices.map(
      ({ person, providerMessageId, direction, participant, content, name, opens, at }) => ({
        ...{ id: newMessageId(), provider_message_id: providerMessageId, direction, participant, at },
        ...{ identity_type: person.type, identity_value: person.value, content: JSON.stringify(content) },
        ...{ name: name ?? null, opens: opens ?? false },
      }),
    );
    writes.add({ kind: "notices", organization_id, channel_id, given });
  }
};

/** Messages that came while a number was away: their conversations say how many. */
export const applyMissed: Apply<"missed"> = async (writes, channels, missed) => {
  for (const { organization_id, id: channel_id } of channels) {
    const given = missed.map(({ person, providerMessageId, since, until }) => ({
      ...{ id: newMessageId(), provider_message_id: providerMessageId, since, until },
      ...{ identity_type: person.type, identity_value: person.value },
    }));
    writes.add({ kind: "missed", organization_id, channel_id, given });
  }
};
