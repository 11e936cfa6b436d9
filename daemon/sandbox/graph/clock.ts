/** The sandbox's time, in milliseconds since 1970: the machine's, unless it was set to another, from where it goes on. */
export type Clock = { now(): number; set(at: number | null): void };

export function createClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    set(at) {
      ahead = at === null ? 0 : at - Date.now();
    },
  };
}
