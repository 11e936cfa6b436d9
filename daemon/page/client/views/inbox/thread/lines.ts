import { kindOf } from "../../../parts/phone/kinds.ts";
import { objectOf, textAt } from "../../../parts/phone/read.ts";
import type { Message, Note } from "../types.ts";
import { about, type Changes, type Reaction } from "./changes.ts";

/** What stands in a thread, from its top: days, messages with what others say about them, and notes of colleagues. */
export type Line =
  | { kind: "day"; key: string; at: string }
  | MessageLine
  | { kind: "note"; key: string; at: string; note: Note };

export type MessageLine = {
  kind: "message";
  key: string;
  /** When it was sent, or when one before it was: what comes in has whole seconds, and may seem to be earlier. */
  at: string;
  message: Message;
  quoted: Message | null;
  reactions: readonly Reaction[];
  votes: ReadonlyMap<string, readonly string[]>;
};

/** The lines of a stretch of a conversation. Notes from before or behind it are left for the messages beside them. */
export function linesOf(
  messages: readonly Message[],
  notes: readonly Note[],
  changes: Changes,
  { hasOlder, hasNewer }: { hasOlder: boolean; hasNewer: boolean },
): Line[] {
  const byId = new Map(
    messages.flatMap((one) => [[one.id, one] as const, [one.provider_message_id, one] as const]),
  );
  const first = hasOlder ? (messages[0]?.created_at ?? "") : "";
  const last = hasNewer ? (messages.at(-1)?.created_at ?? "") : null;
  const times = timesOf(messages);
  const lines = [
    ...messages
      .filter((message) => isShown(message, byId))
      .map(
        (message): MessageLine => ({
          kind: "message",
          key: message.id,
          at: message.scheduled_at ?? times.get(message.id) ?? message.created_at,
          message: changed(message, changes),
          quoted: byId.get(quotedId(message)) ?? null,
          reactions: about(changes.reactions, message) ?? NO_REACTIONS,
          votes: about(changes.votes, message) ?? NO_VOTES,
        }),
      ),
    ...notes
      .filter(({ created_at }) => created_at >= first && (last === null || created_at <= last))
      .map((note) => ({ kind: "note" as const, key: note.id, at: note.created_at, note })),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return withDays(lines);
}

/** By id: when each was sent, never earlier than one before it. */
function timesOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  let latest = "";
  return new Map(
    messages.map(({ id, created_at }) => {
      if (created_at > latest) latest = created_at;
      return [id, latest];
    }),
  );
}

/* always the same, so that a line without them is not drawn again */
const NO_REACTIONS: readonly Reaction[] = [];
const NO_VOTES: ReadonlyMap<string, readonly string[]> = new Map();

/** The id of the message that one answers, the provider's or ours; empty where it answers none. */
export function quotedId({ content }: Pick<Message, "content">): string {
  return textAt(objectOf(objectOf(content).reply_to), "id") ?? "";
}

/**
 * What changes another message is seen there, unless it failed: then somebody has to know. A vote stands at its poll,
 * where that is known.
 */
function isShown({ type, status, content }: Message, byId: ReadonlyMap<string | null, Message>): boolean {
  // what is sent later stands at the end, and what was taken back nowhere
  if (status === "scheduled" || status === "cancelled") return false;
  if (kindOf(type).stands === "nowhere") return status === "failed" && type !== "mark_as_read";
  return type !== "poll_vote" || !byId.has(textAt(objectOf(content), "message_id"));
}

/** A message with what we changed about it later; what its author changed, the API has in it. */
function changed(message: Message, { edits, deleted }: Changes): Message {
  const { id, provider_message_id, direction } = message;
  if (direction === "inbound") return message;
  if (deleted.has(id) || deleted.has(provider_message_id ?? ""))
    return { ...message, deleted_at: message.deleted_at ?? message.updated_at };
  const edit = about(edits, message);
  if (edit === undefined || message.edited_at !== null) return message;
  const member = message.type === "text" ? "body" : "caption";
  const content = { ...objectOf(message.content), [member]: edit.body };
  const before = [...message.edits, { content: message.content, at: message.created_at }];
  return { ...message, content, edited_at: edit.at, edits: before };
}

function withDays(lines: readonly Exclude<Line, { kind: "day" }>[]): Line[] {
  let day = "";
  return lines.flatMap((line): Line[] => {
    const own = new Date(line.at).toDateString();
    if (own === day) return [line];
    day = own;
    return [{ kind: "day", key: own, at: line.at }, line];
  });
}
