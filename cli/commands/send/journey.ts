import type { Message } from "../../lib/api/types/messages.ts";
import type { Style } from "../../lib/text/style.ts";

/** A message's statuses, each with the seconds it took to get there, and where to read more: two lines. */
export function journeyOf(message: Message, style: Style): string {
  const [first, ...later] = message.status_history ?? [];
  const since = (at: string) => (Date.parse(at) - Date.parse(first?.at ?? at)) / 1_000;
  const steps = later.map(
    ({ status, at }) => `${style.status(status)} ${style.dim(`${since(at).toFixed(1)}s`)}`,
  );
  const journey = [
    message.to ?? message.recipient ?? "",
    style.status(first?.status ?? message.status),
    ...steps,
  ].join("  ");
  return `${journey}\n${style.dim(`waypost messages get ${message.id}`)}`;
}
