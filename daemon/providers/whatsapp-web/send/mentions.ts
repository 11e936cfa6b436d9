import type { AnyMessageContent, GroupMetadata } from "baileys";
import { participantAt } from "../groups/describe.ts";
import type { Library } from "../library/library.ts";

/**
 * A message that mentions people: in a group, by what they are called there, which is mostly the LID. The words call them
 * the same, or phones would show no mention.
 */
export function mentioning(
  library: Library,
  content: AnyMessageContent,
  mentions: readonly string[],
  group: GroupMetadata | null,
): AnyMessageContent {
  const named = mentions.map((given) => ({ given, known: knownAs(library, group, given) }));
  const words = (text: string) =>
    named.reduce((before, { given, known }) => renamed(before, userOf(given), userOf(known)), text);
  return {
    ...content,
    ...("text" in content ? { text: words(content.text) } : {}),
    ...("caption" in content && content.caption ? { caption: words(content.caption) } : {}),
    mentions: named.map(({ known }) => known),
  } as AnyMessageContent;
}

function knownAs(library: Library, group: GroupMetadata | null, given: string): string {
  const found = group === null ? undefined : participantAt(library, group, given);
  return found === undefined ? given : library.jidNormalizedUser(found.id);
}

function renamed(text: string, given: string, known: string): string {
  return given === known ? text : text.replace(new RegExp(`@\\+?${given}(?!\\d)`, "g"), `@${known}`);
}

function userOf(jid: string): string {
  return jid.slice(0, jid.indexOf("@"));
}
