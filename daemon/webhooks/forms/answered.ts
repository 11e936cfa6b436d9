import type { Sql } from "../../../db/connection/client.ts";
import { findOwnIds, type OwnId } from "../../../db/messages/own-ids.ts";
import { isObject } from "../../lib/objects.ts";
import { UUID } from "../../messages/find.ts";

type Named = { id: string; channel_id: string; content: unknown };

/** What each message quotes or reacts to, by the message's id. WhatsApp names it by its own id. */
export async function answeredBy(
  sql: Sql,
  organizationId: string,
  messages: readonly Named[],
): Promise<ReadonlyMap<string, OwnId>> {
  const named = messages.flatMap(({ id, channel_id, content }) => {
    const answered = idIn(content);
    return answered === null ? [] : [{ id, channel_id, answered }];
  });
  const theirs = named.filter(({ answered }) => !UUID.test(answered));
  const own = theirs.length === 0 ? new Map<string, OwnId>() : await findOwnIds(sql, organizationId, theirs);
  return new Map(
    named.flatMap(({ id, channel_id, answered }) => {
      // only what was sent here names a message by our id, and is shown as it was given
      const found = UUID.test(answered)
        ? { id: answered, direction: "outbound" as const }
        : own.get(`${channel_id} ${answered}`);
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
}

function idIn(content: unknown): string | null {
  if (!isObject(content)) return null;
  const { reply_to, message_id } = content;
  const id = isObject(reply_to) ? reply_to.id : message_id;
  return typeof id === "string" ? id : null;
}
