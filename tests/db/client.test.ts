import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { inspect } from "node:util";
import { ARRAY_TYPES } from "../../db/connection/array-types.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { until } from "../support/until.ts";

/** What Postgres's notation for arrays sets apart. */
const HARD_TEXTS = ["", "null", null, "{}", "a\\b", '\\"', ",", " ", "\n", "'", "😀"] as string[];

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

test("no query waits behind another's lock while a connection is free", async () => {
  const two = connect(database.url, { max: 2 });
  await Promise.all([1, 2].map(() => two`select 1`));
  const holder = await sql.reserve();
  await holder`select pg_advisory_lock(1)`;
  const waiting = two`select pg_advisory_lock(1)`.execute();
  const short = two`select pg_sleep(0.05)`.execute();
  const others = await Promise.all([1, 2, 3].map((nth) => two`select ${nth}::integer as nth`));
  expect(others.map(([row]) => row?.nth)).toEqual([1, 2, 3]);
  await holder`select pg_advisory_unlock_all()`;
  await Promise.all([waiting, short]);
  holder.release();
  await two.end();
});

test("reads and writes arrays of Postgres's own types, whose ids it knows", async () => {
  const known = ARRAY_TYPES.map(({ oid }) => oid);
  const types = await sql`select oid, typarray from pg_type where oid = any (${known}::oid[]) order by oid`;
  expect([...types]).toEqual(ARRAY_TYPES);
  const [row] = await sql`
    select ${["a,b", 'c"d']}::text[] as texts, ${[1, 2]}::bigint[] as numbers,
      array[to_timestamp(0)] as times, array[array['{"a": 1}'::jsonb]] as nested,
      ${HARD_TEXTS}::text[] as hard, ${[[1, 2], [3, 4]]}::int[] as matrix, ${[]}::text[] as empty,
      ${[{ b: [1] }] as never}::jsonb[] as json`;
  expect(row).toEqual({
    texts: ["a,b", 'c"d'],
    numbers: [1, 2],
    times: [new Date(0)],
    nested: [[{ a: 1 }]],
    hard: HARD_TEXTS,
    matrix: [
      [1, 2],
      [3, 4],
    ],
    empty: [],
    json: [{ b: [1] }],
  });
});

test("reserves a connection of a pool that has none open yet", async () => {
  const client = connect(database.url, { max: 1 });
  const connection = await client.reserve();
  expect(Array.from(await connection`select 1 as one`)).toEqual([{ one: 1 }]);
  connection.release();
  expect(Array.from(await client`select 2 as two`)).toEqual([{ two: 2 }]);
  await client.end();
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

describe("when the server goes away", () => {
  let relay: Relay;
  let client: Sql;

  beforeEach(async () => {
    relay = await startRelay(database.url);
    client = connect(relay.url, { max: 1 });
    await client`select`;
  });
  afterEach(async () => {
    await client.end({ timeout: 1 });
    await relay.refuse();
  });

  test("a client whose query was cut off can be ended", async () => {
    const cutOff = client`select pg_sleep(60)`.catch((error) => error.code);
    await sleeping();
    relay.cut();
    expect(await cutOff).toBe("CONNECTION_CLOSED");
    await client.end();
  });

  test("a transaction that lost its connection runs nothing on the next one", async () => {
    const next = Promise.withResolvers<void>();
    const lost = client.begin(async (transaction) => {
      relay.cut();
      await transaction`select`.catch(() => {});
      await next.promise;
      await transaction`create table outside_its_transaction ()`;
    });
    expect(await lost.catch((error) => error.code)).toBe("CONNECTION_CLOSED");
    await client`select`;
    next.resolve();
    const [row] = await client`select to_regclass('outside_its_transaction') as found`;
    expect(row).toEqual({ found: null });
  });

  test("a transaction that lost its connection leaves a client that works", async () => {
    const lost = client.begin(async (transaction) => {
      relay.cut();
      await transaction`select`.catch(() => {});
      await transaction`select ${"x".repeat(2000)}::text`;
    });
    await lost.catch(() => {});
    expect(Array.from(await client`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("while no connection can be made, everything that waits for one fails together", async () => {
    await relay.refuse();
    await client`select`.catch(() => {});
    const waiting = Array.from({ length: 30 }, () =>
      client`select`.then(
        () => "done",
        (error) => error.code,
      ),
    );
    await Promise.race(waiting);
    await relay.accept();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["ECONNREFUSED"]));
    expect(Array.from(await client`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("a connection that could not be reserved is not lost to the pool", async () => {
    await relay.refuse();
    await client`select`.catch(() => {});
    expect(await client.reserve().catch((error) => error.code)).toBe("ECONNREFUSED");
    await relay.accept();
    expect(Array.from(await client`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  async function sleeping(): Promise<void> {
    const asleep = () => sql`select from pg_stat_activity where wait_event = 'PgSleep'`;
    await until(async () => (await asleep()).length > 0);
  }
});
