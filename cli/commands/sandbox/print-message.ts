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
  status: string;
  at: string;
  copies: number;
};
export type PhoneEvent = { sequence: number; type: string };
export type MessageEvent = PhoneEvent & { type: "message" | "change"; message: PhoneMessage };

export function isMessageEvent(event: PhoneEvent): event is MessageEvent {
  return "message" in event;
}

/** One line for each message, and one each time something about it changes. */
export function printMessage({ output, terminal }: Cli, event: MessageEvent): Promise<void> {
  const { chat, from_me: fromMe, kind, text, status, id, at } = event.message;
  const what = plainCell(text ?? `[${kind ?? "can't be read"}]`);
  if (output.format !== "terminal") {
    return output.line(event, [id, fromMe ? "out" : "in", chat, status, kind ?? "-", what].join("\t"));
  }
  const { dim, cyan, green } = output.dataStyle;
  const time = new Date(at).toTimeString().slice(0, 8);
  const way = fromMe ? "→" : "←";
  const room = terminal.columns - time.length - chat.length - status.length - 8;
  const arrow = fromMe ? green(way) : cyan(way);
  return output.line(event, `${dim(time)}  ${arrow} ${chat}  ${clip(what, room)}  ${dim(status)}`);
}
