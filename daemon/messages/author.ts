import type { MessageRow } from "../../db/messages/messages.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";

/** What Waypost sends by itself, and what was written on the business's phone or by Meta's agent. */
const WITHOUT_ID = ["away", "opt_out", "rejected_call", "approval", "phone", "meta_agent"] as const;

const KINDS = ["user", "key", "broadcast", ...WITHOUT_ID] as const;

export const AuthorSchema = Type.Object(
  {
    kind: Type.Union(
      KINDS.map((kind) => Type.Literal(kind)),
      {
        description:
          "`away`: the answer outside of the opening hours; `opt_out`: the confirmation of a stop word; `rejected_call`: what is said to who called; `approval`: asks for an approval, or answers who decided; `phone`: written on the business's phone; `meta_agent`: written by Meta Business Agent, or another app, on the same number",
      },
    ),
    id: Nullable(Type.String({ description: "Of the user, the API key or the broadcast" })),
    name: Nullable(Type.String({ description: "What they are called; null if they are gone" })),
  },
  { title: "MessageAuthor" },
);

/** Who wrote a message, as the API shows it; null for what was received, and where it is not known. */
export function showAuthor({
  broadcast_id,
  author,
  author_name: name,
}: MessageRow): Static<typeof AuthorSchema> | null {
  if (broadcast_id !== null) return { kind: "broadcast", id: broadcast_id, name };
  if (author === null) return null;
  const kind = WITHOUT_ID.find((one) => one === author);
  if (kind !== undefined) return { kind, id: null, name: null };
  return { kind: author.startsWith("key_") ? "key" : "user", id: author, name };
}
