/** Whether a failure to process what came in is the call's own fault. */
import { expect, test } from "bun:test";
import { faultOf } from "../../daemon/inbound/process/faults.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (cause) {
    return cause;
  }
  throw new Error("it did not fail");
}

test.each([
  [
    "a missing partition",
    "later",
    () => database.sql`
      insert into events (organization_id, id, type, body, created_at, position)
      values ('org_test', 'evt_1', 'message.new', '{}', '1999-01-01', 1)`,
  ],
  [
    "a second row of one key",
    "suspect",
    () => database.sql`
      insert into inbound_routes (route) values ('number:1'), ('number:1')`,
  ],
  ["a value that is wrong for Bun", "suspect", async () => Buffer.from(null as unknown as string)],
])("%s: %s", async (_what, fault, work) => {
  expect(faultOf(await failureOf(work))).toBe(fault as ReturnType<typeof faultOf>);
});
