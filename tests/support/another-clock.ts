import { setSystemTime } from "bun:test";

export const HOUR_MS = 3600_000;

/** Has this process, and a daemon in it, believe for some work that it is later by so much; earlier, when negative. */
export async function withClockAhead<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  setSystemTime(new Date(Date.now() + ms));
  try {
    return await work();
  } finally {
    setSystemTime();
  }
}
