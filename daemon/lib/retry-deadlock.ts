import { isLostToAnother } from "../../db/connection/connection-errors.ts";

/** Does one transaction's work, again when it lost a deadlock to another: the winner has gone on by then. */
export async function repeatLost<Result>(work: () => Promise<Result>): Promise<Result> {
  while (true) {
    try {
      return await work();
    } catch (cause) {
      if (!isLostToAnother(cause)) throw cause;
    }
  }
}
