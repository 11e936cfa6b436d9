/** The functions of a version that nobody used for a week stay if a program begins to use them again at that moment. */
import { expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import type { SqlFile } from "../../db/functions/files.ts";
import { functionSchemaOf } from "../../db/functions/function-schema.ts";
import { dropUnusedFunctions } from "../../db/schema/function-sets.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { MIGRATION_LOCK } from "../../db/schema/migration-lock.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const FUNCTIONS: SqlFile[] = [
  ["answer.sql", "create or replace function answer() returns integer language sql as 'select 42'"],
];
const schema = functionSchemaOf(FUNCTIONS);
const database = sharedDatabase();

async function leaveUnused(): Promise<void> {
  await migrate(database.url, { functions: FUNCTIONS });
  await database.sql`update function_sets set used_at = now() - interval '8 days' where name = ${schema}`;
}

test("nothing is dropped while a program migrates", async () => {
  await leaveUnused();
  const migrating = connect(database.url, { max: 1 });
  await migrating`select pg_advisory_lock(${MIGRATION_LOCK})`;
  expect(await dropUnusedFunctions(database.sql)).toEqual([]);
  await migrating.end();
});

test("functions that a program has used by then are not dropped", async () => {
  await leaveUnused();
  const isWaiting = async () =>
    (
      await database.sql`select from pg_stat_activity where query like '%delete from function_sets%' and wait_event_type = 'Lock'`
    ).length > 0;
  const starting = connect(database.url, { max: 1 });
  const dropped = await starting.begin(async (transaction) => {
    await transaction`update function_sets set used_at = now() where name = ${schema}`;
    const dropping = dropUnusedFunctions(database.sql);
    await until(isWaiting);
    return { dropping };
  });
  expect(await dropped.dropping).toEqual([]);
  await starting.end();
});

test("a program that starts uses its functions again", async () => {
  await leaveUnused();
  await migrate(database.url, { functions: FUNCTIONS });
  expect(await dropUnusedFunctions(database.sql)).toEqual([]);
});
