/** Something to wait for that cannot be missed: a ring while nobody waits is remembered. */
export type Bell = {
  ring(): void;
  /** Resolves at the next ring, at once when it rang since the last wait, or after `milliseconds`. */
  wait(milliseconds: number): Promise<void>;
};

/** A bell that has not rung. */
export function createBell(): Bell {
  let rung = false;
  let release: (() => void) | null = null;
  return {
    ring() {
      rung = true;
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
      rung = false;
    },
  };
}
