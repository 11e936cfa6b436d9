import { objectOf, textAt } from "../../../parts/phone/read.ts";
import type { Message, Note } from "../types.ts";

/** What stands in a thread, from its top: days, messages with the reactions to them, and notes of colleagues. */
export type Line =
  | { kind: "day"; key: string; at: string }
  | { kind: "message"; key: string; message: Message; quoted: Message | null; reactions: readonly string[] }
  | { kind: "note"; key: string; note: Note };

/** Types that change another message, or that nobody sees. */
const SILENT = [
  "mark_as_read",
  "presence",
  "message_status_query",
  "message_media_download",
  "delete_message",
];

/** The lines of a conversation. Notes from before the first message that was read are left for its page. */
export function linesOf(messages: readonly Message[], notes: readonly Note[], hasOlder: boolean): Line[] {
  const byProviderId = new Map(messages.map((message) => [message.provider_message_id, message]));
  const reactions = reactionsOf(messages);
  const first = hasOlder ? (messages[0]?.created_at ?? "") : "";
  const lines = [
    ...messages
      .filter(({ type }) => type !== "reaction" && !SILENT.includes(type))
      .map((message) => ({
        kind: "message" as const,
        key: message.id,
        at: message.created_at,
        message,
        quoted: byProviderId.get(quotedId(message)) ?? null,
        reactions: [...(reactions.get(message.provider_message_id ?? "")?.values() ?? [])],
      })),
    ...notes
      .filter(({ created_at }) => created_at >= first)
      .map((note) => ({ kind: "note" as const, key: note.id, at: note.created_at, note })),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.key < other.key ? -1 : 1));
  return withDays(lines);
}

/** The provider's id of the message that one answers; empty where it answers none. */
export function quotedId({ content }: Pick<Message, "content">): string {
  return textAt(objectOf(objectOf(content).reply_to), "id") ?? "";
}

/** The latest reaction of each side to each message, by the provider's id. */
function reactionsOf(messages: readonly Message[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { type, content, direction, status } of messages) {
    const target = textAt(objectOf(content), "message_id");
    if (type !== "reaction" || target === null || status === "failed" || status === "cancelled") continue;
    const sides = found.get(target) ?? new Map<string, string>();
    const emoji = textAt(objectOf(content), "reaction");
    if (emoji === null) sides.delete(direction);
    else sides.set(direction, emoji);
    found.set(target, sides);
  }
  return found;
}

function withDays<Timed extends Exclude<Line, { kind: "day" }> & { at: string }>(
  lines: readonly Timed[],
): Line[] {
  let day = "";
  return lines.flatMap((line): Line[] => {
    const own = new Date(line.at).toDateString();
    if (own === day) return [line];
    day = own;
    return [{ kind: "day", key: own, at: line.at }, line];
  });
}
