import type { Message } from "../../lib/api/types/messages.ts";

const WITHOUT_NAME: Readonly<Record<string, string>> = {
  away: "away answer",
  opt_out: "answer to a stop word",
  rejected_call: "answer to a call",
  approval: "about an approval",
  phone: "the phone",
};

/** Who wrote a message, in words; null for received ones, and where it is not known. */
export function describeAuthor({ author }: Pick<Message, "author">): string | null {
  // a daemon of an earlier version has none
  if (!author) return null;
  const { kind, id, name } = author;
  const called = WITHOUT_NAME[kind] ?? name ?? id;
  return kind === "user" || id === null ? called : `${kind} ${called}`;
}
