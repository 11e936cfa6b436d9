import type { Sql } from "../../db/connection/client.ts";
import { type EndedList, endListEntries, planListEnd } from "../../db/crm/lists.ts";
import { takeSteps } from "../lanes/steps.ts";

/** Records removed from the list in one transaction. */
const MOST = 200;

/** Removes the records from a deleted list, with an event for each. */
export async function endList(sql: Sql, list: EndedList): Promise<void> {
  await takeSteps(
    () => endListEntries(sql, list, MOST),
    (milliseconds) => planListEnd(sql, list, milliseconds),
  );
}
