/** Names in these scripts are written family name first, and without a space. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** A name as it is shown, of its parts; empty without any. A part that is already in the other is not repeated. */
export function combinedName(parts: { first_name?: string; last_name?: string }): string {
  const { first_name: first = "", last_name: last = "" } = parts;
  if (first === "" || last === "") return first + last;
  if (last.startsWith(`${first} `) || last.endsWith(`, ${first}`)) return last;
  if (first.endsWith(` ${last}`)) return first;
  return FAMILY_FIRST.test(first + last) ? last + first : `${first} ${last}`;
}
