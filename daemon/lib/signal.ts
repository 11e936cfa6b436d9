/** Something to wait for that cannot be missed: a ring while nobody waits is remembered. */
export type Bell = {
  /** Rung when new work may be there, and, `withNews` false, when something else happened. */
  ring(withNews?: boolean): void;
  /**
   * Resolves at the next ring, at once when it rang since the last wait, or
   * after `milliseconds`. False when all rings were without news.
   */
  wait(milliseconds: number): Promise<boolean>;
};

/** A bell that has not rung. */
export function createBell(): Bell {
  let rung = false;
  let news = false;
  let release: (() => void) | null = null;
  return {
    ring(withNews = true) {
      rung = true;
      news ||= withNews;
      release?.();
    },
    async wait(milliseconds) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          release = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        release = null;
      }
      const told = news || !rung;
      rung = false;
      news = false;
      return told;
    },
  };
}
