import { isDeadlock } from "../../db/connection/connection-errors.ts";

/** Does one transaction's work, again when it lost a deadlock to another: the winner has gone on by then. */
export async function retryDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  while (true) {
    try {
      return await work();
    } catch (cause) {
      if (!isDeadlock(cause)) throw cause;
    }
  }
}
