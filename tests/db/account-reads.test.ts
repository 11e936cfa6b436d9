import { expect, test } from "bun:test";
import { planAccountRead } from "../../db/templates/syncs.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

test("an account that is in the news all the time is read all the same", async () => {
  const account = { organizationId: "org_news", wabaId: "100" };
  const planned = async () => {
    await planAccountRead(database.sql, account);
    return await database.sql<{ run_at: Date }[]>`
      select run_at from graphile_worker.jobs where key = 'read_templates:org_news:100'`;
  };
  const first = await planned();
  expect(first).toHaveLength(1);
  expect(await planned()).toEqual(first);
});
