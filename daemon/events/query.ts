import { type Static, Type } from "@sinclair/typebox";
import { t } from "elysia";
import type { Sql } from "../../db/client.ts";
import {
  BEGINNING,
  type EventFilter,
  type EventPlace,
  findEventPlace,
  latestEventPlace,
  placeBefore,
} from "../../db/events.ts";
import { problem } from "../http/problem.ts";
import { isEventType } from "./catalogue.ts";

/** The cursor before the first event, for a log that has none yet. */
export const BEGINNING_CURSOR = "beginning";

/** What an id can look like: nothing else reaches the database, which takes no NUL. */
const NAME = "^[\\w-]+$";
/** Four digits: the format allows years that the database does not. */
const STORABLE_YEAR = "^[12]\\d{3}-";

/** What both ways of reading events take. */
export const EventQuery = {
  after: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: NAME,
      description: "A cursor: the id of the event after which to begin, or `beginning`",
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
  include_tests: t.Optional(
    t.Boolean({ default: false, description: "Also those that were made to try something out" }),
  ),
};

const Query = Type.Object(EventQuery);

/** Whose key it is that reads: the channels that it is for, null being all. */
type Reader = { channelIds: readonly string[] | null };

/**
 * Which events a caller may see and wants to. A key for some channels sees
 * theirs alone, not what concerns no channel. Throws 422 for an unknown type.
 */
export function filterOf(caller: Reader, query: Static<typeof Query>): EventFilter {
  const { type, channel_id: wanted, since, include_tests: tests = false } = query;
  const own = caller.channelIds;
  return {
    types: type === undefined ? null : typesOf(type),
    channelIds: wanted === undefined ? own : [wanted].filter((id) => own === null || own.includes(id)),
    since: since === undefined ? null : new Date(since),
    tests,
  };
}

/**
 * Where to begin: after the cursor, else before `since`, else at `otherwise`.
 * Throws 422 `invalid_cursor` for one that is no event of the organisation, or
 * not any more: what came after it may be gone with it.
 */
export async function placeOf(
  sql: Sql,
  organizationId: string,
  { after, since }: { after?: string | undefined; since?: string | undefined },
  otherwise: "beginning" | "now",
): Promise<EventPlace> {
  if (after === BEGINNING_CURSOR) return BEGINNING;
  if (after !== undefined) return (await findEventPlace(sql, organizationId, after)) ?? unknownCursor();
  if (since !== undefined) return await placeBefore(sql, organizationId, new Date(since));
  return otherwise === "now" ? await latestEventPlace(sql, organizationId) : BEGINNING;
}

/** The cursor of a place. */
export function cursorOf({ id }: EventPlace): string {
  return id === "" ? BEGINNING_CURSOR : id;
}

function typesOf(list: string): string[] {
  const types = list.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown === undefined) return types;
  const message = `there is no event type ${JSON.stringify(unknown)}`;
  throw problem(422, "invalid_request", `/type: ${message}`, { errors: [{ path: "/type", message }] });
}

function unknownCursor(): never {
  const message = "no event has this id, or it is older than what is kept; begin with since";
  throw problem(422, "invalid_cursor", `/after: ${message}`, { errors: [{ path: "/after", message }] });
}
