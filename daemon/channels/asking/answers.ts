import { createSignal } from "../../lib/signal.ts";

/** The callers in this process that wait for answers of sessions. */
export type SessionAnswers = {
  /** Waits for the answer to a request, by its id; ask before the request is made. */
  expect(id: string): Expected;
  /** The answer to a request is stored. */
  notify(id: string): void;
};

export type Expected = {
  /** Resolves when the answer may be there: when it was notified, or `withinMs` later. */
  wait(withinMs: number): Promise<void>;
  end(): void;
};

/** Nobody waits yet. */
export function createSessionAnswers(): SessionAnswers {
  const waiting = new Map<string, () => void>();
  return {
    expect(id) {
      const answered = createSignal();
      waiting.set(id, () => answered.raise());
      return {
        wait: async (withinMs) => void (await answered.wait(withinMs)),
        end: () => void waiting.delete(id),
      };
    },
    notify: (id) => waiting.get(id)?.(),
  };
}
