/** Where a list continues; the cursor is the API's own, and sealed. */
export function nextOf(meta: unknown): { next_cursor?: string } {
  const { next_cursor: cursor } = (meta ?? {}) as { next_cursor?: unknown };
  return typeof cursor === "string" ? { next_cursor: cursor } : {};
}
