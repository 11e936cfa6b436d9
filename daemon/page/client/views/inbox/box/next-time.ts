let latest = 0;

/** Now, in milliseconds, and after all that it was before, so that what is kept has its order. */
export function nextTime(): number {
  latest = Math.max(Date.now(), latest + 1);
  return latest;
}
