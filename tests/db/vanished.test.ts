/** A client that is gone without a word must not keep its locks from others. */
import { afterAll, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import { testDatabase } from "../support/database.ts";
import { startRelay } from "../support/relay.ts";

const database = await testDatabase();
const relay = await startRelay(database.url);
afterAll(async () => {
  await relay.refuse();
  await database.drop();
});

test("locks of a client that vanished inside a transaction are free within the bound", async () => {
  const { sql } = database;
  const vanishing = connect(relay.url, { max: 1, idleTransactionTimeoutMs: 200 });
  const locked = Promise.withResolvers<void>();
  const ended = vanishing
    .begin(async (transaction) => {
      await transaction`lock table lanes in exclusive mode`;
      relay.swallow();
      locked.resolve();
      await transaction`select`;
    })
    .catch((error) => error.code);
  await locked.promise;
  await sql.begin((transaction) => transaction`lock table lanes in exclusive mode`);
  relay.cut();
  expect(await ended).toBe("CONNECTION_CLOSED");
  await vanishing.end({ timeout: 1 });
});
