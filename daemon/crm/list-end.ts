import type { Sql } from "../../db/connection/client.ts";
import { type EndedList, endListEntries, planListEnd } from "../../db/crm/lists.ts";
import { takeSteps } from "../lanes/steps.ts";

/** Records that one transaction takes off. */
const MOST = 200;

/** Takes the records off a list that was deleted, each with its event. */
export async function endList(sql: Sql, list: EndedList): Promise<void> {
  await takeSteps(
    () => endListEntries(sql, list, MOST),
    (milliseconds) => planListEnd(sql, list, milliseconds),
  );
}
