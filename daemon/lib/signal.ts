/** Something to wait for that cannot be missed: when it is raised while nobody waits, that is remembered. */
export type Signal = {
  /** Raised when new work may be there, and, `withNews` false, when something else happened. */
  raise(withNews?: boolean): void;
  /**
   * Resolves when it is next raised, at once when it was since the last wait, or
   * after `timeoutMs`. False when it was raised without news alone.
   */
  wait(timeoutMs: number): Promise<boolean>;
  /** Whether it was raised with news since the last wait. */
  hasNews(): boolean;
};

/** A signal that has not been raised. */
export function createSignal(): Signal {
  let isRaised = false;
  let hasNews = false;
  let release: (() => void) | null = null;
  return {
    hasNews: () => hasNews,
    raise(withNews = true) {
      isRaised = true;
      hasNews ||= withNews;
      release?.();
    },
    async wait(timeoutMs) {
      if (!isRaised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          release = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        release = null;
      }
      const result = hasNews || !isRaised;
      isRaised = false;
      hasNews = false;
      return result;
    },
  };
}
