/** Work that is done one piece after another, in the order it was added. What fails holds nothing up. */
export type Serial = {
  add(work: () => Promise<void>): void;
  /** Resolves when everything is done that was added until now. */
  done(): Promise<void>;
};

export function createSerial(onFailure: (cause: unknown) => void): Serial {
  let last: Promise<void> = Promise.resolve();
  return {
    add(work) {
      last = last.then(work).catch(onFailure);
    },
    done: () => last,
  };
}
