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

/** Work that runs one at a time; a request while it runs is ignored. */
export type UnlessBusy = {
  begin(): void;
  /** Resolves when nothing is under way. */
  done(): Promise<void>;
};

/** Work that fails is reported. */
export function createUnlessBusy(work: () => Promise<void>, failed: (cause: unknown) => void): UnlessBusy {
  let running: Promise<void> | null = null;
  return {
    begin() {
      running ??= work()
        .catch(failed)
        .finally(() => {
          running = null;
        });
    },
    done: async () => void (await running),
  };
}
