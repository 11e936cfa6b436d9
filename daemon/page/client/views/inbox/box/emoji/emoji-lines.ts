/** Runs while the page is built: the browser gets what it returns, and not the data that it is made of. */
import compact from "emojibase-data/en/compact.json";

/** Of Unicode's groups (CLDR), the parts of emojis, such as skin tones. */
const PARTS = 2;
/** Words by which an emoji is found, besides its name. */
const MOST_TAGS = 5;

/** All emojis in the order of keyboards, one a line: itself, its name, its group, and further words. */
export function emojiLines(): string {
  return compact
    .filter(({ group }) => group !== undefined && group !== PARTS)
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ unicode, label, group, tags = [] }) =>
      [withoutNeedless(unicode), label, group, tags.slice(0, MOST_TAGS).join(" ")].join("\t"),
    )
    .join("\n");
}

/** Without the selector that asks for a picture where there is no other form: phones take it for another reaction. */
function withoutNeedless(emoji: string): string {
  return emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, "$1");
}
