import { objectOf, textAt } from "../../../parts/phone/read.ts";
import type { Message } from "../types.ts";

/** An emoji on a message, and whose: a person's of the conversation, by name in a group, or one's own number's. */
export type Reaction = { emoji: string; by: string };

/** What messages say about others, by the ids of those. */
export type Changes = {
  reactions: ReadonlyMap<string, readonly Reaction[]>;
  /** Who chose each option of a poll. */
  votes: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** The words that we gave a message of ours later, and when. */
  edits: ReadonlyMap<string, { body: string; at: string }>;
  deleted: ReadonlySet<string>;
};

/** What was asked of WhatsApp is done. */
const DONE = ["sent", "delivered", "read", "played"];

/** Who wrote a message, in words. */
type NameOf = (message: Message) => string;

/** What the messages of a conversation change, each person's latest word. Ids are the provider's, or ours. */
export function changesOf(messages: readonly Message[], nameOf: NameOf): Changes {
  const reactions = new Map<string, Map<string, Reaction>>();
  const ballots = new Map<string, Map<string, readonly string[]>>();
  const edits = new Map<string, { body: string; at: string }>();
  const deleted = new Set<string>();
  for (const message of messages.filter(({ status }) => status !== "failed" && status !== "cancelled")) {
    const content = objectOf(message.content);
    const target = textAt(content, "message_id");
    if (target === null) continue;
    const by = nameOf(message);
    if (message.type === "reaction") setOrDrop(of(reactions, target), by, reactionIn(content, by));
    if (message.type === "poll_vote") setOrDrop(of(ballots, target), by, optionsIn(content));
    const body = textAt(content, "body");
    if (!DONE.includes(message.status)) continue;
    if (message.type === "edit_message" && body !== null) edits.set(target, { body, at: message.created_at });
    if (message.type === "delete_message") deleted.add(target);
  }
  const votes = new Map([...ballots].map(([poll, given]) => [poll, votersOf(given)]));
  return {
    reactions: new Map([...reactions].map(([id, one]) => [id, [...one.values()]])),
    votes,
    edits,
    deleted,
  };
}

/** What is known about a message by either of its ids. */
export function about<Known>(
  known: ReadonlyMap<string, Known>,
  { id, provider_message_id }: Pick<Message, "id" | "provider_message_id">,
): Known | undefined {
  return known.get(provider_message_id ?? "") ?? known.get(id);
}

function of<Value>(all: Map<string, Map<string, Value>>, id: string): Map<string, Value> {
  const found = all.get(id) ?? new Map<string, Value>();
  all.set(id, found);
  return found;
}

function setOrDrop<Value>(known: Map<string, Value>, by: string, value: Value | null): void {
  if (value === null) known.delete(by);
  else known.set(by, value);
}

function reactionIn(content: ReturnType<typeof objectOf>, by: string): Reaction | null {
  const emoji = textAt(content, "reaction");
  return emoji === null ? null : { emoji, by };
}

function optionsIn({ options }: ReturnType<typeof objectOf>): readonly string[] | null {
  return Array.isArray(options) ? options.filter((one) => typeof one === "string") : null;
}

function votersOf(ballots: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const voters = new Map<string, string[]>();
  for (const [by, options] of ballots)
    for (const option of options) voters.set(option, [...(voters.get(option) ?? []), by]);
  return voters;
}
