import { wrapText } from "../../../lib/text/fit.ts";
import type { Style } from "../../../lib/text/style.ts";

/** Columns of the keys, before their meaning. */
const KEYS = 16;

/** Lines that explain the keys. */
export function helpLines(width: number, style: Style): string[] {
  const part = (title: string, keys: readonly (readonly [string, string])[]) => [
    style.bold(title),
    ...keys.flatMap(([key, meaning]) =>
      wrapText(meaning, width - KEYS).map((line, row) =>
        row === 0 ? `  ${style.cyan(key.padEnd(KEYS - 2))}${line}` : " ".repeat(KEYS) + line,
      ),
    ),
  ];
  return [...part("Conversations", LIST), "", ...part("In a conversation", CHAT)];
}

const LIST = [
  ["↑ ↓  k j", "choose; PgUp and PgDn by a page, Home and End"],
  ["Enter", "open the conversation; that marks it as read"],
  ["/", "search by name or number; Esc ends the search"],
  ["s  u  w", "open, snoozed, closed, all, contacted, archived; only unread; only who waits"],
  ["t", "take the one that waits longest and is nobody's"],
  ["c  a  n  z  m", "close or open again, assign, note, snooze, mark unread"],
  ["q  Ctrl-C", "end"],
] as const;

const CHAT = [
  ["Enter", "send what you typed; Ctrl-J begins a new line"],
  ["↑ ↓", "choose a message, to react to it or quote it"],
  ["PgUp PgDn", "scroll"],
  ["Tab f t", "send a file, a template"],
  ["Tab /", "write a quick reply, to change or send"],
  ["Tab r q", "react to a message, quote it in your answer"],
  ["Tab n c a", "write a note, close or open again, assign"],
  ["Tab z u", "snooze, mark as unread"],
  ["Esc", "back"],
] as const;
