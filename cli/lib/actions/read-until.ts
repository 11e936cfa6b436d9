/** Reads something again and again, until it is done or the time is over; returns what was read last. */
export async function readUntil<Value>(
  read: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  { timeoutMs, pauseMs }: { timeoutMs: number; pauseMs: number },
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  while (true) {
    const value = await read();
    if (isDone(value) || performance.now() > deadline) return value;
    await Bun.sleep(pauseMs);
  }
}
