/**
 * What shows nothing, or changes how what is around it shows: control and format characters, those for private use,
 * halves of pairs, fillers, joiners, and variation selectors (UTS 55, section 5).
 */
const UNSEEN = [
  /(?![\n\t])\p{C}/u,
  /[\p{Zl}\p{Zp}]/u,
  /\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/u,
  /[\u180b-\u180f]/u,
  /[\ufe00-\ufe0f]/u,
  /[\u{e0100}-\u{e01ef}]/u,
];
/** An emoji's presentation, and the joiners within emoji and in scripts that are written with them. */
const NEEDED = [
  /(?<=\p{Extended_Pictographic}|[\d#*])\ufe0f/u,
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Script=Arabic}|\p{Script=Syriac}|\p{M})(?:\u200c|\u200d)(?=\p{L})/u,
];
const either = (patterns: readonly RegExp[]) => patterns.map(({ source }) => source).join("|");
const RUNS = new RegExp(`(${either(NEEDED)})|(?:(?!${either(NEEDED)})(?:${either(UNSEEN)}))+`, "gu");

/** Text with its invisible characters made visible: `<U+200B>`, and `<U+E0049 and 36 more>` for several in a row. */
export function visible(text: string): string {
  return text.replace(RUNS, (run: string, needed: string | undefined) => {
    if (needed !== undefined) return needed;
    const [first = "", ...others] = run;
    const code = `U+${(first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    return others.length === 0 ? `<${code}>` : `<${code} and ${others.length} more>`;
  });
}
