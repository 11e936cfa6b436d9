import type { Sql } from "../../connection/client.ts";
import { type AcceptOutcome, acceptMessages } from "./accept.ts";
import type { AcceptInput } from "./input.ts";

/** What accepting a message would come to: it is accepted in a transaction that is then taken back. */
export async function tryMessage(sql: Sql, input: AcceptInput): Promise<AcceptOutcome | undefined> {
  const takenBack = new Error("only tried");
  let outcome: AcceptOutcome | undefined;
  const tried = sql.begin(async (transaction) => {
    [outcome] = await acceptMessages(transaction, [input]);
    throw takenBack;
  });
  await tried.catch((cause: unknown) => {
    if (cause !== takenBack) throw cause;
  });
  return outcome;
}
