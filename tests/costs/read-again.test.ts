/** A daemon reads the rate cards again when they change; several changes may come at once. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createRateCards } from "../../daemon/costs/rates/rate-cards.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { insertRates } from "./insert-rates.ts";

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  // of two that look, the first is answered first
  sql = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test("who looked knows the cards, also where another look came in between", async () => {
  const cards = createRateCards(sql, createLog("silent"));
  await insertRates(database.sql, "EUR", { DE: { marketing: 0.1 } });
  const first = cards.look();
  void cards.look();
  await first;
  expect(cards.currency()).toBe("EUR");
});
