import type { RowOf } from "../../../api/call.ts";
import { useAsk } from "../../../api/queries.ts";
import type { Offer } from "../box/offers.tsx";

export type Colleague = RowOf<"GET /v1/conversations/colleagues">;

const MOST = 8;

/** Who can be mentioned in a note; asked for while one is written. */
export function useColleagues(isAsked: boolean): readonly Colleague[] {
  return useAsk("GET /v1/conversations/colleagues", {}, { enabled: isAsked }).data?.data ?? [];
}

/** The colleagues that the end of a note such as `Ask @gr` asks for; null where it asks for none. */
export function useMentionOffers(note: string | null): readonly Offer[] | null {
  const typed = /(?:^|\s)@([^\s@]*)$/.exec(note ?? "")?.[1];
  const colleagues = useColleagues(typed !== undefined);
  if (typed === undefined || note === null) return null;
  const before = note.slice(0, note.length - typed.length);
  const found = colleagues
    .filter(({ name }) =>
      name
        .toLowerCase()
        .split(/\s+/)
        .some((word) => word.startsWith(typed.toLowerCase())),
    )
    .slice(0, MOST);
  if (found.length === 0) return null;
  return found.map(({ id, name }) => ({ key: id, name: `@${name}`, about: "", text: `${before}${name} ` }));
}

/** The ids of those whose names a note has after an `@`; of names that begin alike, the longer one is meant. */
export function mentionedIn(note: string, colleagues: readonly Colleague[]): string[] {
  let rest = note;
  const names = [...new Set(colleagues.map(({ name }) => name))].sort(
    (one, other) => other.length - one.length,
  );
  const mentioned = names.filter((name) => {
    const parts = rest.split(new RegExp(`@${escaped(name)}(?![\\p{L}\\p{N}])`, "u"));
    rest = parts.join(" ");
    return parts.length > 1;
  });
  return colleagues.filter(({ name }) => mentioned.includes(name)).map(({ id }) => id);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
