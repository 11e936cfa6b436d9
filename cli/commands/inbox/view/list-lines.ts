import type { Conversation } from "../../../lib/api/types/conversations.ts";
import { shown } from "../../../lib/text/shown.ts";
import type { Style } from "../../../lib/text/style.ts";
import { describeSpan } from "../../../lib/values/duration.ts";
import { fitColumns, rowLine, titleLine } from "../../top/cells.ts";
import type { PaneColumn } from "../../top/columns.ts";
import { windowLeftMs } from "../model/chat.ts";
import { chosenIndex, type ListFilter } from "../model/list.ts";
import type { InboxSession } from "../model/session.ts";

type Look = { width: number; height: number; now: Date; style: Style };

/** Columns before each row, for the mark of the chosen one. */
const MARK = 2;

/** The conversations around the chosen one, below their titles: only what is seen is drawn. */
export function listLines(session: InboxSession, { width, height, now, style }: Look): string[] {
  const { rows } = session.list;
  const columns = fitColumns(columnsOf(session, now.getTime()), width - MARK);
  const title = style.dim(`  ${titleLine(columns, "NAME")}`);
  if (rows.length === 0) return [title, style.dim(`  ${nothing(session)}`)];
  const chosen = chosenIndex(session.list);
  const room = height - 1;
  const first = Math.max(0, Math.min(chosen - Math.floor(room / 2), rows.length - room));
  const lines = rows.slice(first, first + room).map((row, index) => {
    const line = rowLine(columns, row, now, style);
    const weighted = row.unread_count > 0 ? style.bold(line) : line;
    return first + index === chosen ? `${style.cyan("›")} ${weighted}` : `  ${weighted}`;
  });
  return [title, ...lines];
}

/** Which conversations are listed, in words. */
export function filterWords({ q, unread, unanswered, status }: ListFilter): string {
  return [
    status ?? "all",
    ...(unread ? ["unread"] : []),
    ...(unanswered ? ["unanswered"] : []),
    ...(q === "" ? [] : [`“${q}”`]),
  ].join(", ");
}

function nothing({ isRead, filter, list }: InboxSession): string {
  if (!isRead || list.next !== null) return "reading …";
  const isPlain = filter.q === "" && !filter.unread && !filter.unanswered && filter.status === null;
  return isPlain ? "no messages yet" : "none of these; esc ends a search, s, u and w show others";
}

function columnsOf(session: InboxSession, now: number): PaneColumn<Conversation>[] {
  return [
    { title: "name", value: nameOf, width: 14, grows: 30, rank: 0 },
    { title: "number", value: ({ contact }) => contact?.phone_number, width: 15, rank: 3 },
    { title: "new", value: unreadOf, width: 3, right: true, rank: 0 },
    { title: "last message", value: lastOf, width: 16, grows: 200, rank: 0 },
    { title: "left", value: (row) => leftOf(windowLeftMs(row, now)), width: 6, right: true, rank: 1 },
    { title: "when", value: ({ updated_at }) => updated_at, kind: "time", width: 7, right: true, rank: 2 },
    { title: "assignee", value: (row) => assigneeOf(session, row), width: 12, rank: 4 },
  ];
}

/** Who a conversation is with, as far as that is known. */
export function nameOf({ contact, id }: Conversation): string {
  const name = contact?.name ?? contact?.phone_number ?? (contact === null ? "deleted contact" : id);
  return shown(name);
}

/** To whom a conversation is assigned; the id of somebody whose name one may not know. */
export function assigneeOf({ users }: InboxSession, { assignee_id }: Conversation): string | null {
  return assignee_id === null ? null : shown(users.get(assignee_id) ?? assignee_id);
}

/** How long anything may be sent: nothing where no window closes. */
export function leftOf(leftMs: number | null): string | null {
  if (leftMs === null) return null;
  return leftMs === 0 ? "closed" : describeSpan(leftMs);
}

function unreadOf({ unread_count }: Conversation): string | null {
  return unread_count === 0 ? null : unread_count > 99 ? "99+" : String(unread_count);
}

function lastOf({ last_message, handled_by, held_by }: Conversation): string {
  const held = held_by !== null && handled_by !== "agent" ? "[held] " : "";
  if (last_message === null) return held;
  const { direction, preview, type, status } = last_message;
  const failed = status === "failed" ? "✗ " : "";
  const who = direction === "inbound" ? "" : handled_by === "agent" ? "Agent: " : "You: ";
  return shown(`${held}${failed}${who}${preview ?? type}`);
}
