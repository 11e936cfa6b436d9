/** What is asked, or `late` when no answer has come after so many milliseconds. */
export async function within<Value, Late>(
  withinMs: number,
  asked: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  const { promise: isLate, resolve } = Promise.withResolvers<Late>();
  const timer = setTimeout(() => resolve(late), withinMs);
  return await Promise.race([asked, isLate]).finally(() => clearTimeout(timer));
}

/** The same; null as well when the answer is an error. */
export async function orNull<Value>(withinMs: number, asked: Promise<Value>): Promise<Value | null> {
  return await within(
    withinMs,
    asked.catch(() => null),
    null,
  );
}
