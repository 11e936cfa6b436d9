import type { Sql } from "../../db/connection/client.ts";
import { messageIn, messagesAfter } from "../../db/messages/beside.ts";
import { listMessages } from "../../db/messages/lists.ts";
import type { MessageRow } from "../../db/messages/messages.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { Type } from "../lib/typebox.ts";
import { UUID, visible } from "./find.ts";

const place = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: `${description}: by our id or the provider's. Takes \`conversation_id\`, and no other filter`,
    }),
  );

/** Where in a conversation a page of its messages is. */
export const BesideQuery = {
  before: place("Those before this message"),
  after: place("Those that follow this message, the next ones"),
  around: place("This message, with as many before as behind it"),
};

const PLACES = ["before", "after", "around"] as const;
const BESIDES: readonly string[] = [...PLACES, "conversation_id", "limit"];

/** Some messages of a conversation, newest first, and whether it has more on both sides. */
export type Beside = { rows: MessageRow[]; hasOlder: boolean; hasNewer: boolean };

type Query = { conversation_id?: string; limit?: number } & { [Place in (typeof PLACES)[number]]?: string };

/** Whether a query asks for the neighbours of a message. Throws 422 if it asks for more besides, or does not say whose. */
export function asksBeside(query: Query): boolean {
  const [first, second] = PLACES.filter((name) => query[name] !== undefined);
  if (first === undefined) return false;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const other = second ?? given.map(([name]) => name).find((name) => !BESIDES.includes(name));
  if (other !== undefined) throw refused(other, `can't be combined with ${first}`);
  if (query.conversation_id === undefined) throw refused("conversation_id", `required with ${first}`);
  return true;
}

/** Reads the neighbours of a message. Throws 404 when the conversation does not have it. */
export async function readBeside(sql: Sql, caller: Caller, query: Query): Promise<Beside> {
  const { conversation_id: conversationId = "", limit = 25, before, after, around } = query;
  const id = before ?? after ?? around ?? "";
  const one = await messageIn(sql, caller.organizationId, conversationId, id, UUID.test(id));
  const message = visible(caller, one);
  const half = Math.floor(limit / 2);
  const [behind, ahead] = before ? [limit, 0] : after ? [0, limit] : [half, limit - half - 1];
  // one more on each side says whether there are more
  const filter = { channelIds: caller.channelIds, conversationId };
  const older = await listMessages(sql, caller.organizationId, filter, message.id, behind + 1);
  const newer = await messagesAfter(sql, message, ahead + 1);
  return {
    rows: [
      ...newer.slice(newer.length > ahead ? 1 : 0),
      ...(around === undefined ? [] : [message]),
      ...older.rows.slice(0, behind),
    ],
    hasOlder: older.rows.length > behind || older.end !== null || after !== undefined,
    hasNewer: newer.length > ahead || before !== undefined,
  };
}

function refused(field: string, message: string) {
  return problem(422, "invalid_request", `/${field}: ${message}`, {
    errors: [{ path: `/${field}`, message }],
  });
}
