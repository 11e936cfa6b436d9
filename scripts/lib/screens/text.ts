/** What two pictures of the same run have in common. */

/** What differs from run to run, and what stands in its place. */
export type Varying = ReadonlyArray<readonly [RegExp, string]>;

/** The text in a picture that `toSvg` drew, without what differs in every one, and in this one. */
export function comparableText(svg: string, more: Varying = []): string {
  const text = /<desc>([\s\S]*)<\/desc>/.exec(svg)?.[1] ?? "";
  return [...VARYING, ...more].reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text);
}

const VARYING: Varying = [
  [/\b\d+\.\ds\b/g, "<duration>"],
  [/\bwamid\.\S+/g, "<id>"],
  [/\b[a-z]{2,4}_[0-9A-Z]{26}\b/g, "<id>"],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<id>"],
  [/\b\d\d:\d\d:\d\d\b/g, "<time>"],
  [/\b\d+s ago\b/g, "<age>"],
  [/\b\d+ (ms|s)\b/g, "<duration>"],
  [/localhost:\d+/g, "localhost:<port>"],
  // columns are as wide as what they hold
  [/ {2,}/g, "  "],
];
