import { afterAll, expect, test } from "bun:test";
import { createSession } from "../../db/connection/session.ts";
import { emptyDatabase } from "../support/database.ts";
import { eventually, until } from "../support/until.ts";

const database = await emptyDatabase();
afterAll(() => database.drop());

/** Longer than the time after which a session checks itself when its freshness is read. */
const RESTED_SECONDS = 1.5;

test("an unused session rests, and knows at once that it listens when it is used", async () => {
  const session = createSession({ url: database.url, daemonId: "dmn_rests" });
  await session.open({ channels: ["news"], onNotification() {}, onRestored() {} });
  try {
    await eventually("rest", async () => (await secondsSinceQuery()) > RESTED_SECONDS);
    expect(session.isListening()).toBe(false);
    await until(() => session.isListening());
    await until(async () => (await secondsSinceQuery()) < RESTED_SECONDS);
    expect(session.isListening()).toBe(true);
  } finally {
    await session.close();
  }
});

test("an unused session rests until the given moment", async () => {
  const rests: number[] = [];
  const session = createSession({
    ...{ url: database.url, daemonId: "dmn_told" },
    restMs: () => {
      rests.push(performance.now());
      return 200;
    },
  });
  await session.open({ channels: [], onNotification() {}, onRestored() {} });
  await until(() => rests.length > 4);
  await session.close();
  const [first = 0, last = 0] = [rests[0], rests[4]];
  expect(last - first).toBeGreaterThanOrEqual(4 * 200 - 5);
});

async function secondsSinceQuery(): Promise<number> {
  const [row] = await database.sql<{ seconds: number }[]>`
    select extract(epoch from clock_timestamp() - state_change)::float as seconds from pg_stat_activity
    where datname = current_database() and application_name like 'waypost session%'`;
  return row?.seconds ?? 0;
}
