import type { Apply } from "../apply-kind.ts";

/** Conversations that somebody archived on the phone of a number, or took out of its archive. */
export const applyArchived: Apply<"archived"> = async (writes, channels, facts) => {
  const given = facts.map(({ person, alias, archived }) => ({
    ...person,
    ...{ other_type: alias?.type ?? null, other_value: alias?.value ?? null, archived },
  }));
  for (const { organization_id, id: channel_id } of channels)
    writes.add({ kind: "archived", organization_id, channel_id, given });
};
