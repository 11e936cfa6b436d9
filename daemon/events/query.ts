import { t } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import {
  BEGINNING,
  type EventFilter,
  type EventPlace,
  latestEventPlace,
  placeBefore,
} from "../../db/events/events.ts";
import type { Cursors } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { isEventType } from "./catalogue.ts";
import { placeOfCursor, type Reader } from "./cursor.ts";
import { IncludeQuery } from "./records/include.ts";

/** The characters of an id; nothing else reaches the database, which refuses NUL. */
const NAME = "^[\\w-]+$";
/** Years of four digits: the format allows years that the database does not. */
const STORABLE_YEAR = "^[12]\\d{3}-";

/** The query parameters that the list and the stream share. */
export const EventQuery = {
  after: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: NAME,
      description:
        "A cursor from the list or the stream, the id of an event that the key may see, or `beginning`",
    }),
  ),
  type: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: "Only of these types, separated by commas, such as `message.new,message.sent`",
    }),
  ),
  channel_id: Type.Optional(
    Type.String({ maxLength: 64, pattern: NAME, description: "Only of this channel" }),
  ),
  since: Type.Optional(
    Type.String({
      format: "date-time",
      pattern: STORABLE_YEAR,
      description: "Only made at or after this time",
    }),
  ),
  include: IncludeQuery,
  include_tests: t.Optional(t.Boolean({ default: false, description: "Include test events" })),
};

/** What only streams have. */
export const StreamQuery = Type.Object({
  ...EventQuery,
  include_activity: t.Optional(
    t.Boolean({
      default: false,
      description:
        "Include `conversation.activity`: who views a conversation and who types. It is in no log and has no id, and its `body` has `conversation_id` and all `users` who are there. Needs `messages:read`",
    }),
  ),
});

const Query = Type.Object(EventQuery);

/**
 * Which events a caller may see and asks for. A key restricted to some channels sees only
 * their events, and none without a channel. Throws 422 for an unknown type.
 */
export function filterOf(caller: Pick<Reader, "channelIds">, query: Static<typeof Query>): EventFilter {
  const { type, channel_id: wanted, since, include_tests: tests = false } = query;
  const own = caller.channelIds;
  return {
    types: type === undefined ? null : typesOf(type),
    channelIds: wanted === undefined ? own : [wanted].filter((id) => own === null || own.includes(id)),
    since: since === undefined ? null : new Date(since),
    tests,
  };
}

/** Where to begin: after the cursor (see placeOfCursor), else at `since`, else at `otherwise`. */
export async function placeOf(
  sql: Sql,
  reader: Reader,
  cursors: Cursors,
  { after, since }: { after?: string | undefined; since?: string | undefined },
  otherwise: "beginning" | "now",
): Promise<EventPlace> {
  if (after !== undefined) return await placeOfCursor(sql, reader, cursors, after);
  if (since !== undefined) return await placeBefore(sql, reader.organizationId, new Date(since));
  return otherwise === "now" ? await latestEventPlace(sql, reader.organizationId) : BEGINNING;
}

function typesOf(list: string): string[] {
  const types = list.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown === undefined) return types;
  const message = `there is no event type ${JSON.stringify(unknown)}`;
  throw problem(422, "invalid_request", `/type: ${message}`, { errors: [{ path: "/type", message }] });
}
