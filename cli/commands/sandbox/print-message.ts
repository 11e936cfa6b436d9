import type { Cli } from "../../lib/command/cli.ts";
import { plainCell } from "../../lib/output/column.ts";
import { clip } from "../../lib/text/clip.ts";

export type PhoneMessage = {
  id: string;
  /** The number of the other side. */
  chat: string;
  from_me: boolean;
  kind: string | null;
  text: string | null;
  /** Null until it was fetched, or when there is none. */
  file: { bytes: number } | { problem: string } | null;
  status: string;
  at: string;
  copies: number;
};
export type PhoneEvent = { sequence: number; type: string };
export type MessageEvent = PhoneEvent & { type: "message" | "change"; message: PhoneMessage };

export function isMessageEvent(event: PhoneEvent): event is MessageEvent {
  return "message" in event;
}

/** One line for each message, and one each time something changes that the line shows; `last` is by message. */
export async function printMessage(
  { output, terminal }: Cli,
  event: MessageEvent,
  last: Map<string, string>,
): Promise<void> {
  const { chat, from_me: fromMe, status, id, at, kind } = event.message;
  const what = plainCell(shownOf(event.message));
  const isSame = last.get(id) === `${status} ${what}`;
  last.set(id, `${status} ${what}`);
  if (isSame && output.format !== "json") return;
  if (output.format !== "terminal") {
    return await output.line(event, [id, fromMe ? "out" : "in", chat, status, kind ?? "-", what].join("\t"));
  }
  const { dim, cyan, green } = output.dataStyle;
  const time = new Date(at).toTimeString().slice(0, 8);
  const way = fromMe ? "→" : "←";
  const room = terminal.columns - time.length - chat.length - status.length - 8;
  const arrow = fromMe ? green(way) : cyan(way);
  return await output.line(event, `${dim(time)}  ${arrow} ${chat}  ${clip(what, room)}  ${dim(status)}`);
}

const FILES = ["image", "video", "video_note", "audio", "voice", "document", "sticker"];

/** A message in one line: its text; if it is no text, first its kind. */
function shownOf({ kind, text, file }: PhoneMessage): string {
  if (kind === null) return "[can't be read]";
  const problem = file !== null && "problem" in file ? `: ${file.problem}` : "";
  const isFile = FILES.includes(kind);
  return [...(isFile || text === null ? [`[${kind}${problem}]`] : []), ...(text === null ? [] : [text])].join(
    " ",
  );
}
