/** Reads until the signal; called again when it is this tab's turn again. */
type Read = (signal: AbortSignal) => Promise<void>;

/** Browsers lend locks over https and on this machine. */
export const HAS_LOCKS = navigator.locks !== undefined;

/**
 * Reads in one tab at a time, in the others when that is closed. Returns what takes the turn from a tab that stands
 * still. Without locks each tab reads while it is seen: a browser has six connections for all of them.
 */
export function readInTurn(name: string, signal: AbortSignal, read: Read): () => void {
  if (!HAS_LOCKS) {
    void readWhileSeen(signal, read);
    return () => {};
  }
  let turn = new AbortController();

  function queue(steal: boolean): void {
    const own = new AbortController();
    const mine = AbortSignal.any([signal, own.signal]);
    turn = own;
    void navigator.locks
      .request(name, steal ? { steal } : { signal: mine }, () => read(mine))
      .catch(() => {
        if (mine.aborted) return;
        // another tab took over, as this one stood still
        own.abort();
        queue(false);
      });
  }

  queue(false);
  return () => {
    turn.abort();
    queue(true);
  };
}

async function readWhileSeen(signal: AbortSignal, read: Read): Promise<void> {
  while (!signal.aborted) {
    const hidden = new AbortController();
    const isHidden = untilSeen(false, signal).then(() => hidden.abort());
    if (!document.hidden) await read(AbortSignal.any([signal, hidden.signal]));
    await isHidden;
    await untilSeen(true, signal);
  }
}

/** Resolves when the tab is seen, or is not, or with the signal. */
async function untilSeen(isSeen: boolean, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  await new Promise<void>((resolve) => {
    const look = () => (document.hidden !== isSeen || signal.aborted) && resolve();
    const options = { signal: done.signal };
    document.addEventListener("visibilitychange", look, options);
    signal.addEventListener("abort", look, options);
    look();
  });
  done.abort();
}
