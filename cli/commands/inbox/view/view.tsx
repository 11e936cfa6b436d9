import { Box } from "ink";
import { fitText, wrapText } from "../../../lib/text/fit.ts";
import { shown } from "../../../lib/text/shown.ts";
import type { Style } from "../../../lib/text/style.ts";
import { fill } from "../../../ui/fill.ts";
import { Text } from "../../../ui/text.tsx";
import { type Chat, windowLeftMs } from "../model/chat.ts";
import type { ConversationList } from "../model/list.ts";
import type { InboxSession } from "../model/session.ts";
import { chatLines, lastScroll, visibleLines } from "./chat-lines.ts";
import { helpLines } from "./help-lines.ts";
import { assigneeOf, filterWords, leftOf, listLines, nameOf } from "./list-lines.ts";
import { promptLines } from "./prompt-lines.ts";

export type InboxViewProps = {
  session: InboxSession;
  host: string;
  style: Style;
  now: Date;
  rows: number;
  columns: number;
};

/** Lines that what is typed takes at most. */
const MOST_TYPED = 5;
const MOST_PROMPT = 9;

/** The whole view: heading, conversations or one of them, what is typed, keys. A line of the terminal stays free. */
export function InboxView(props: InboxViewProps) {
  const { columns } = props;
  const bottom = bottomLines(props);
  const height = heightOf(props, bottom);
  const lines = [headingLine(props), "", ...fill(middleLines(props, height), height), ...bottom];
  return (
    <Box flexDirection="column" width={columns}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
        <Text key={index} wrap="truncate">
          {line === "" ? " " : line}
        </Text>
      ))}
    </Box>
  );
}

/** How much is seen at once, and how far a chat can be scrolled. */
export function reach(props: InboxViewProps): { rows: number; lines: number; lastScroll: number } {
  const height = heightOf(props, bottomLines(props));
  const lines = scrolledLines(props);
  return { rows: Math.max(1, height - 1), lines: height, lastScroll: lastScroll(lines, height) };
}

function scrolledLines({ session, columns, style }: InboxViewProps): unknown[] {
  if (session.help !== null) return helpLines(columns - 1, style);
  return session.chat === null ? [] : chatLines(session.chat, { width: columns - 1, style });
}

function heightOf({ rows }: InboxViewProps, bottom: readonly string[]): number {
  return Math.max(1, rows - 3 - bottom.length);
}

function headingLine(props: InboxViewProps): string {
  const { session, host, style, columns } = props;
  const { chat, lost, filter, list } = session;
  if (lost !== null)
    return `${style.yellow("○")} ${style.yellow(fitText(`trying again: ${shown(lost)}`, columns - 3))}`;
  const dot = style.green("●");
  if (chat === null) {
    return `${dot} ${style.bold(host)}  ${filterWords(filter)}  ${style.dim(countWords(list))}`;
  }
  return `${dot} ${chatHeading(props, chat, columns - 3)}`;
}

function countWords({ rows, next, moreUnread }: ConversationList): string {
  const unread = rows.filter(({ unread_count }) => unread_count > 0).length;
  const all =
    rows.length === 1 ? "1 conversation" : `${rows.length}${next === null ? "" : "+"} conversations`;
  return `${all}, ${unread}${moreUnread ? "+" : ""} unread`;
}

function chatHeading({ session, style, now }: InboxViewProps, { conversation }: Chat, width: number): string {
  const { contact, status, handled_by, held_by } = conversation;
  const left = leftOf(windowLeftMs(conversation, now.getTime()));
  const assignee = assigneeOf(session, conversation);
  const facts = [
    ...(contact?.name ? [contact.phone_number] : []),
    status,
    handled_by === "agent" ? "Meta's agent answers" : held_by && `held by ${held_by.name ?? held_by.type}`,
    assignee === null ? null : `assigned to ${assignee}`,
    left === null ? null : left === "closed" ? "only templates can be sent" : `${left} left to answer`,
  ].filter((fact) => typeof fact === "string");
  const name = nameOf(conversation);
  const title = fitText(name, Math.min(Bun.stringWidth(name), Math.floor(width / 2)));
  return `${style.bold(title)}  ${style.dim(fitText(shown(facts.join(" · ")), width - Bun.stringWidth(title) - 2).trimEnd())}`;
}

function middleLines(props: InboxViewProps, height: number): string[] {
  const { session, columns, style, now } = props;
  const width = columns - 1;
  if (session.help !== null) return helpLines(width, style).slice(session.help, session.help + height);
  if (session.chat === null) return listLines(session, { width, height, now, style });
  return visibleLines(chatLines(session.chat, { width, style }), session.chat, height);
}

/** The question or the typed text, and the keys. */
function bottomLines(props: InboxViewProps): string[] {
  const { session, style, columns, rows } = props;
  const { chat, prompt, help } = session;
  const rule = style.dim("─".repeat(Math.max(1, columns - 1)));
  const look = { width: columns - 1, height: Math.min(MOST_PROMPT, Math.max(3, rows - 8)), style };
  if (prompt !== null) return [rule, ...promptLines(prompt, look), footerLine(props)];
  if (chat === null || help !== null) return [footerLine(props)];
  return [rule, ...draftLines(chat, columns - 1, style), footerLine(props)];
}

function draftLines({ draft, quoted, file }: Chat, width: number, style: Style): string[] {
  const text = shown(`${draft.before}▏${draft.after}`);
  const lines = wrapText(text, width - 2);
  const cursor = lines.findIndex((line) => line.includes("▏"));
  const first = Math.max(0, Math.min(cursor - MOST_TYPED + 1, lines.length - MOST_TYPED));
  const seen = lines.slice(first, first + MOST_TYPED);
  const mark = quoted === null ? ">" : "❝";
  const words = seen.map((line, index) => `${index === 0 ? style.cyan(mark) : " "} ${line}`);
  return file === null ? words : [style.dim(fitText(`+ ${shown(file.name)}`, width)), ...words];
}

function footerLine({ session, style, columns }: InboxViewProps): string {
  const { notice, prompt, menu, help, chat } = session;
  if (notice !== null && prompt === null) return fitText(shown(notice), columns - 1);
  const keys =
    prompt !== null
      ? PROMPT_KEYS
      : help !== null
        ? HELP_KEYS
        : menu
          ? MENU_KEYS
          : chat === null
            ? LIST_KEYS
            : CHAT_KEYS;
  const fitting = keys.find((line) => Bun.stringWidth(line) < columns) ?? "";
  return menu ? fitting : style.dim(fitting);
}

/** The longest that fits is shown. */
const LIST_KEYS = [
  "↑↓ choose  ·  enter open  ·  t take next  ·  / search  ·  s u w filter  ·  c close  ·  z snooze  ·  a assign  ·  ? help  ·  q end",
  "enter open · t take next · / search · suw filter · c close · z snooze · ? help",
  "enter t / s u w c z ? q",
];
const CHAT_KEYS = [
  "enter send  ·  tab file, template, react, quote, note, close, snooze, assign  ·  ↑↓ message  ·  esc back",
  "enter send · tab more · ↑↓ message · PgUp scroll · esc back",
  "enter tab ↑↓ esc",
];
const MENU_KEYS = [
  "f file  ·  t template  ·  / quick reply  ·  r react  ·  q quote  ·  n note  ·  c close  ·  z snooze  ·  u unread  ·  a assign  ·  esc",
  "f file t template / reply · r react q quote n note · c close z snooze a assign",
  "f t / r q n c z u a esc",
];
const PROMPT_KEYS = ["type, ↑↓ choose  ·  enter done  ·  esc back", "enter · esc"];
const HELP_KEYS = ["↑↓ scroll · esc back"];
