import type { ResponseOf } from "../../../api/call.ts";
import type { Conversation } from "../types.ts";
import { type Chosen, countedBy } from "./filters.ts";

/** The conversations that were read, and where those begin that were not; a null cursor: there are no others. */
export type Known = { rows: ReadonlyMap<string, Conversation>; cursor: string | null };

type Page = ResponseOf<"GET /v1/conversations">;

export const NOTHING: Known = { rows: new Map(), cursor: null };

/** By what the API orders conversations: the id of the newest message, the newest first. */
export function placeOf({ last_message }: Conversation): string {
  return last_message?.id ?? "";
}

/** In the API's order. */
export function ordered(rows: Iterable<Conversation>): Conversation[] {
  return [...rows].sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
}

/** Whether nothing can stand unread between a first page and what was known before. */
export function joins({ rows }: Known, { data, meta }: Page): boolean {
  const last = data.at(-1);
  if (rows.size === 0 || meta.next_cursor === null || last === undefined) return true;
  return [...rows.values()].some((row) => placeOf(row) >= placeOf(last));
}

/** The first page beside what is known of the others. */
export function withFirst(before: Known, { data, meta }: Page): Known {
  const last = data.at(-1);
  if (before.rows.size === 0 || meta.next_cursor === null)
    return { rows: byId(data), cursor: meta.next_cursor };
  const inside = byId(data);
  const others = [...before.rows.values()].filter(
    (row) => !inside.has(row.id) && last !== undefined && placeOf(row) < placeOf(last),
  );
  // a page that came to where reading had stopped is the whole of what was read
  const cursor = others.length === 0 ? meta.next_cursor : before.cursor;
  return { rows: new Map([...inside, ...byId(others)]), cursor };
}

/** What is known with a further page after it. */
export function withFurther({ rows }: Known, { data, meta }: Page): Known {
  return { rows: new Map([...byId(data), ...rows]), cursor: meta.next_cursor };
}

/** With one conversation as it is now: null is one that is gone, or that the filters leave out. */
export function withOne({ rows, cursor }: Known, id: string, now: Conversation | null): Known {
  const changed = new Map(rows);
  changed.delete(id);
  const end = ordered(rows.values()).at(-1);
  // what stands after all that was read is read in its turn
  const isInside = cursor === null || end === undefined || (now !== null && placeOf(now) >= placeOf(end));
  if (now !== null && isInside) changed.set(now.id, now);
  return { rows: changed, cursor };
}

/** Who reads: their id, null of a key, and the teams that they are in. */
export type Me = { user: string | null; teams: readonly string[] };

/** Whether the filters leave a conversation in, as far as that is seen from it. */
export function matches(row: Conversation, filters: Chosen, me: Me): boolean {
  const asked: Partial<Asked> = countedBy(filters);
  const holds = <Name extends keyof Asked>(name: Name) => {
    const wanted = asked[name];
    return wanted === undefined || wanted === "" || RULES[name](row, wanted, me);
  };
  return (Object.keys(RULES) as (keyof Asked)[]).every(holds);
}

type Asked = Required<ReturnType<typeof countedBy>>;

/** Each filter has its rule: a new one without does not compile. */
const RULES: {
  readonly [Name in keyof Asked]: (row: Conversation, wanted: Asked[Name], me: Me) => boolean;
} = {
  // only the daemon sees what was written
  q: () => true,
  status: ({ status }, wanted) => status === wanted,
  contacted: ({ contacted }, wanted) => contacted === wanted,
  archived: ({ archived_at }, wanted) => (archived_at !== null) === wanted,
  assignee_id: ({ assignee_id }, wanted, { user }) => assignee_id === assigneeOf(wanted, user),
  team_id: ({ team_id }, wanted, { teams }) =>
    wanted === "mine"
      ? team_id !== null && teams.includes(team_id)
      : team_id === (wanted === "none" ? null : wanted),
  handled_by: ({ handled_by }, wanted) => handled_by === wanted,
  held: ({ held_by }) => held_by !== null,
  channel_id: ({ channel_id }, wanted) => channel_id === wanted,
  tag: ({ tags }, wanted) => tags.includes(wanted),
  unread: ({ unread_count }) => unread_count > 0,
  unanswered: ({ unanswered }) => unanswered,
};

function assigneeOf(given: string, user: string | null): string | null {
  if (given === "none") return null;
  return given === "me" ? user : given;
}

function byId(rows: readonly Conversation[]): Map<string, Conversation> {
  return new Map(rows.map((row) => [row.id, row]));
}
