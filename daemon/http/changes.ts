import type { Shares } from "../lib/turns/shares.ts";
import { type Caller, namesOf } from "./caller.ts";

/** PATCH, PUT and DELETE take turns, with each other and with what POSTs do once. */
export type Changes = {
  /** Resolves when it is the turn of a request; at once where it needs none. */
  begin(request: Request, caller: Caller | undefined): Promise<void>;
  /** It takes no turn: most of its time it waits, for Meta, a phone, a store of files or its own body. */
  exempt(request: Request): void;
  /** It is done, if it had begun. */
  end(request: Request): void;
};

const METHODS = ["PATCH", "PUT", "DELETE"];

export function createChanges(writing: Shares): Changes {
  const exempted = new WeakSet<Request>();
  const ends = new WeakMap<Request, () => void>();
  return {
    async begin(request, caller) {
      if (caller === undefined || !METHODS.includes(request.method) || exempted.has(request)) return;
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      ends.set(request, ended.resolve);
      void writing.inTurn(namesOf(caller), () => {
        begun.resolve();
        return ended.promise;
      });
      await begun.promise;
    },
    exempt: (request) => void exempted.add(request),
    end: (request) => ends.get(request)?.(),
  };
}
