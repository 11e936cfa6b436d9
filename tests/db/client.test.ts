import { afterAll, beforeAll, expect, test } from "bun:test";
import { inspect } from "node:util";
import type { Sql } from "../../db/client.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await emptyDatabase();
  sql = database.sql;
});
afterAll(() => database.drop());

test("reads bigint as a number and writes undefined as null", async () => {
  const [row] =
    await sql`select ${9_007_199_254_740_991}::bigint as big, ${undefined as never}::text as nothing`;
  expect(row).toEqual({ big: 9_007_199_254_740_991, nothing: null });
});

test("an error that is logged does not show the row that caused it", async () => {
  await sql`create table checked (secret text check (length(secret) < 5))`;
  const error = await sql`insert into checked values (${"a secret text"})`.catch((reason) => reason);
  expect(error.code).toBe("23514");
  expect(error.detail).toContain("a secret text");
  expect(JSON.stringify({ ...error, message: error.message })).not.toContain("a secret text");
  expect(inspect(error)).not.toContain("a secret text");
  expect(Bun.inspect(error)).not.toContain("a secret text");
});
