/** What a client is told when Postgres gives up a statement: nothing was changed, so it may ask again. */
import { expect, test } from "bun:test";
import { asProblem } from "../../daemon/http/failure.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

test("a statement that took too long is no mistake of ours: the client may ask again", async () => {
  const failure = await database.sql
    .begin(async (sql) => {
      await sql`set local statement_timeout = '1ms'`;
      await sql`select pg_sleep(10)`;
    })
    .catch((cause: unknown) => cause);
  const { status, code, extras } = asProblem(failure, "UNKNOWN", new Request("http://localhost/"));
  expect({ status, code, retryAfter: extras.headers?.["retry-after"] }).toEqual({
    ...{ status: 503, code: "database_unavailable", retryAfter: "2" },
  });
});
