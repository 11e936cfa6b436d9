import type { Message } from "../../../lib/api/types/messages.ts";
import { wrapText } from "../../../lib/text/fit.ts";
import { shown } from "../../../lib/text/shown.ts";
import type { Style } from "../../../lib/text/style.ts";
import { type Chat, isHappening, type Outgoing } from "../model/chat.ts";

type Line = { id: string; text: string };
type Look = { width: number; style: Style };

/** `› 10:21 < `: the mark of the chosen one, the time, and from whom. */
const PREFIX = 10;

/** All lines of a chat, oldest first, each with the message it is of. */
export function chatLines(chat: Chat, look: Look): Line[] {
  const lines: Line[] = [];
  const waiting = [...chat.outgoing];
  let day = "";
  for (const message of chat.messages) {
    while (waiting[0] !== undefined && waiting[0].at < message.created_at)
      lines.push(...waiting.splice(0, 1).flatMap((one) => outgoingLines(one, look)));
    const own = dayOf(message.created_at);
    if (own !== day) lines.push({ id: message.id, text: look.style.dim(`── ${own} ──`) });
    day = own;
    lines.push(...messageLines(message, message.id === chat.chosen, look));
  }
  return [...lines, ...waiting.flatMap((one) => outgoingLines(one, look))];
}

/** The lines that are seen: as far from the end as is scrolled, and in any case the chosen message. */
export function visibleLines(lines: readonly Line[], { scroll, chosen }: Chat, height: number): string[] {
  let end = lines.length - Math.min(scroll, lastScroll(lines, height));
  if (chosen !== null) {
    const first = lines.findIndex(({ id }) => id === chosen);
    const last = lines.findLastIndex(({ id }) => id === chosen);
    if (first !== -1 && first < end - height) end = first + height;
    if (last >= end) end = last + 1;
  }
  const seen = lines.slice(Math.max(0, end - height), end).map(({ text }) => text);
  return [...Array.from({ length: height - seen.length }, () => ""), ...seen];
}

/** How far a chat can be scrolled up. */
export function lastScroll(lines: readonly unknown[], height: number): number {
  return Math.max(0, lines.length - height);
}

function messageLines(message: Message, isChosen: boolean, { width, style }: Look): Line[] {
  const { id, direction, type, text, status, error, created_at, edited_at } = message;
  const isOwn = direction === "outbound";
  const wrapped = wrapText(shown(text ?? type), width - PREFIX);
  const edited = edited_at === null ? "" : " (edited)";
  const isWritten = !isHappening(message);
  const remark = isOwn && isWritten ? ` ${statusMark(status)}${edited}` : edited;
  const mark = isChosen ? style.cyan("›") : " ";
  const prefix = isWritten
    ? prefixOf(mark, timeOf(created_at), isOwn, style)
    : `${mark} ${style.dim(`${timeOf(created_at)} ·`)} `;
  const lines = wrapped.map((line, index) => {
    const end = index === wrapped.length - 1 ? style.dim(remark) : "";
    return `${index === 0 ? prefix : " ".repeat(PREFIX)}${isChosen ? style.bold(line) : line}${end}`;
  });
  const why = error?.detail ?? error?.title ?? error?.code;
  const failed =
    why === undefined || why === null || status !== "failed" ? [] : errorLines(why, { width, style });
  return [...lines, ...failed].map((line) => ({ id, text: line }));
}

function outgoingLines({ key, text, error }: Outgoing, { width, style }: Look): Line[] {
  const wrapped = wrapText(shown(text), width - PREFIX);
  const lines = wrapped.map((line, index) =>
    index === 0 ? `${prefixOf(" ", "     ", true, style)}${line}` : " ".repeat(PREFIX) + line,
  );
  const state =
    error === null ? [style.dim(`${" ".repeat(PREFIX)}sending …`)] : errorLines(error, { width, style });
  return [...lines, ...state].map((line) => ({ id: key, text: line }));
}

function errorLines(why: string, { width, style }: Look): string[] {
  const wrapped = wrapText(shown(`✗ not sent: ${why}`), width - PREFIX);
  return wrapped.map((line) => " ".repeat(PREFIX) + style.red(line));
}

function prefixOf(mark: string, time: string, isOwn: boolean, style: Style): string {
  return `${mark} ${style.dim(time)} ${isOwn ? style.cyan(">") : style.green("<")} `;
}

/** A tick for what was sent, two for what has arrived, as in WhatsApp; words for the rest. */
function statusMark(status: string): string {
  const ticks: Readonly<Record<string, string>> = {
    sent: "✓",
    delivered: "✓✓",
    read: "✓✓ read",
    played: "✓✓ played",
  };
  return ticks[status] ?? status;
}

function timeOf(at: string): string {
  return new Date(at).toTimeString().slice(0, 5);
}

function dayOf(at: string): string {
  return new Date(at).toDateString();
}
