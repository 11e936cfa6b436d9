/** What counting the traffic costs while there is none, and that nothing is missed by it. */
import { beforeAll, expect, test } from "bun:test";
import type { Queryable } from "../../db/connection/client.ts";
import { createTrafficCounter } from "../../db/overview/traffic-counts.ts";
import { emit } from "../events/support.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const ORGANIZATION = "org_traffic";
const database = sharedDatabase();
beforeAll(async () => {
  await database.sql`insert into organizations (organization_id, name) values (${ORGANIZATION}, 'Anna')`;
});

const write = (sql: Queryable) => emit(sql, ORGANIZATION, {}, { type: "contact.updated" });

/** Counts until a count looked at nothing; resolves with how many events were read. */
async function countAll(count: (most: number) => Promise<number | null>): Promise<number> {
  const read = await count(10);
  return read === null ? 0 : read + (await countAll(count));
}

test("while nothing is written, no organisation is looked at", async () => {
  const count = createTrafficCounter(database.sql);
  await write(database.sql);
  expect(await countAll(count)).toBe(1);
  expect(await count(10)).toBeNull();
  await write(database.sql);
  expect(await countAll(count)).toBe(1);
});

test("what a transaction writes that is open for long is counted when it ends", async () => {
  const count = createTrafficCounter(database.sql);
  await countAll(count);
  await database.sql.begin(async (transaction) => {
    await write(transaction);
    // several times: a count that found nothing is no proof while somebody still writes
    for (let times = 0; times < 3; times++) expect(await count(10)).toBe(0);
  });
  expect(await countAll(count)).toBe(1);
});
