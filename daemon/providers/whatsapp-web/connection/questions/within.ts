/** The answer, or `late` when none has come after so many milliseconds. */
export async function within<Value, Late>(
  withinMs: number,
  answer: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  const { promise: isLate, resolve } = Promise.withResolvers<Late>();
  const timer = setTimeout(() => resolve(late), withinMs);
  return await Promise.race([answer, isLate]).finally(() => clearTimeout(timer));
}

/** The same; null as well when the answer is an error. */
export async function orNull<Value>(withinMs: number, answer: Promise<Value>): Promise<Value | null> {
  return await within(
    withinMs,
    answer.catch(() => null),
    null,
  );
}
