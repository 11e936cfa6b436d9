/** A place of a quick reply for which the person lacks the field. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/;

/** The first field in braces that a text still has; null for none. */
export function placeholderIn(text: string): string | null {
  return PLACEHOLDER.exec(text)?.[1]?.trim() ?? null;
}
