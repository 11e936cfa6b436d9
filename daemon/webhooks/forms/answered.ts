import type { Sql } from "../../../db/connection/client.ts";
import { findOwnIds } from "../../../db/messages/own-ids.ts";
import { isObject } from "../../lib/objects.ts";
import { UUID } from "../../messages/find.ts";

type Named = { id: string; channel_id: string; content: unknown };

/** Our id of what each message quotes or reacts to, by the message's. WhatsApp names it by its own id. */
export async function answeredBy(
  sql: Sql,
  organizationId: string,
  messages: readonly Named[],
): Promise<ReadonlyMap<string, string>> {
  const named = messages.flatMap(({ id, channel_id, content }) => {
    const answered = idIn(content);
    return answered === null ? [] : [{ id, channel_id, answered }];
  });
  const theirs = named.filter(({ answered }) => !UUID.test(answered));
  const own = theirs.length === 0 ? new Map<string, string>() : await findOwnIds(sql, organizationId, theirs);
  return new Map(
    named.flatMap(({ id, channel_id, answered }) => {
      const found = UUID.test(answered) ? answered : own.get(`${channel_id} ${answered}`);
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
