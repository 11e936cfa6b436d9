import type { RowOf } from "../../api/call.ts";
import { seenOr } from "../../api/unseen.ts";
import { PHONE } from "../../view-words.ts";

type Author = NonNullable<RowOf<"GET /v1/messages">["author"]>;

/** Who of the business wrote a message, or what it was written by, in words that may begin a sentence. */
export function authorInWords({ kind, id, name }: Author): string {
  if (kind === "user") return seenOr(name ?? "", PHONE.authors.user);
  return `${PHONE.authors[kind]} ${seenOr(name ?? "", id ?? "")}`.trim();
}
