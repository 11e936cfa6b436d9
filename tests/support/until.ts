/** Waits until something is so. What never comes ends the test at its own time limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(10);
}

/** What `find` finds, as soon as it finds something; `what` names it when it doesn't. Fails after a minute. */
export async function eventually<Found>(
  what: string,
  find: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  const giveUpAt = Date.now() + 60_000;
  while (true) {
    const found = await find();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > giveUpAt) throw new Error(`there is still no ${what}`);
    await Bun.sleep(10);
  }
}
