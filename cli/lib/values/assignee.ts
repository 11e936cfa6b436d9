/** Whom something is to be assigned to: `none` takes the assignment away, nothing leaves it. */
export function assigneeOf(text: string | undefined): string | null | undefined {
  return text === "none" ? null : text;
}
