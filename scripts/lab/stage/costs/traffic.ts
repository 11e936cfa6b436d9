/** Messages whose costs differ in all that costs differ by. */

const CATEGORIES = ["marketing", "utility", "authentication"] as const;

/** Templates of the sandbox, one of each category. */
export const TEMPLATES = CATEGORIES.map((name) => ({
  ...{ name, language: "en", category: name.toUpperCase() },
  components: [{ type: "BODY", text: "Hello" }],
}));

/** People of several markets, two of which are in one; and those of the sandbox whose reports come as they should not. */
const PEOPLE: ((nth: number) => string)[] = [
  (nth) => `91987654${digits(nth, 4)}`,
  (nth) => `5917123${digits(nth, 4)}`,
  (nth) => `5068312${digits(nth, 4)}`,
  (nth) => `491511234${digits(nth, 4)}`,
  (nth) => `1416555${digits(nth, 4)}`,
  (nth) => `1212555${digits(nth, 4)}`,
  (nth) => `2348031${digits(nth, 6)}`,
  // undeliverable, silent, read-only, reversed, repeated, fails-late, refunded
  (nth) => `1555000${["01", "04", "11", "12", "13", "24", "25"][nth % 7]}${digits(nth, 2)}`,
];

/** Of ten messages to anybody five are answers, two marketing, two utility, and one is authentication. */
const MIX = [
  "service",
  "marketing",
  "utility",
  "service",
  "service",
  "authentication",
  "service",
  "utility",
  "service",
  "marketing",
];

/** The message of a place in the traffic (from 0), as the API takes it; with `category` always of that one. */
export function messageAt(
  nth: number,
  category = categoryAt(nth),
): { to: string; type: string; content: object } {
  const to = PEOPLE[nth % PEOPLE.length]?.(Math.floor(nth / PEOPLE.length)) ?? "";
  if (category === "service") return { to, type: "text", content: { body: "Hello" } };
  return { to, type: "template", content: { template: { name: category, language: { code: "en" } } } };
}

function categoryAt(nth: number): string {
  return MIX[Math.floor(nth / PEOPLE.length) % MIX.length] ?? "service";
}

/** People who come from an advertisement: nothing to them costs anything. */
export function peopleOfAds(count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `5917123${digits(nth, 4)}`);
}

function digits(nth: number, length: number): string {
  return String(nth % 10 ** length).padStart(length, "0");
}
