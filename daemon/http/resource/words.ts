/** How the operations of a noun are named: `quick reply` → `QuickReply`. */
export function inNames(words: string): string {
  return words.replace(/(?:^|\s)(\w)/g, (_, first: string) => first.toUpperCase());
}

/** `order` → `an order`. */
export function one(noun: string): string {
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}
