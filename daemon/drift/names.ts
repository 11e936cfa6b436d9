const LONGEST = 48;
/** Words of a protocol. A number that may be somebody's has more digits than any code or field. */
const WORD = /^(?!.*\d{8})[\w:@.#-]+$/;

/**
 * The name of a member, or one of the words of a protocol, as a shape may hold it; `?` for anything else, since what is
 * unknown may be anything, also what somebody wrote.
 */
export function cleanName(given: unknown): string {
  const name = typeof given === "number" ? String(given) : given;
  return typeof name === "string" && name.length <= LONGEST && WORD.test(name) ? name : "?";
}
