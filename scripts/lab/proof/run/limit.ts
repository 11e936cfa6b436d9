/** How long a run waits for anything: far longer than all takes on a busy machine. */
const MOST_MINUTES = 20;

/** The result of `work`. Once it has taken too long, throws with what it waits for, by `what`. */
export async function within<Result>(
  work: Promise<Result>,
  what: () => string,
  minutes = MOST_MINUTES,
): Promise<Result> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error(`it has waited for ${what()} for ${minutes} minutes, and gives up`));
  const timer = setTimeout(giveUp, minutes * 60_000);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
