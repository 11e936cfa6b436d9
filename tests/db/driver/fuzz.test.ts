/**
 * Statements that fail in every way and at every moment, on few connections and beside others: each has its own outcome,
 * and what those that failed did is undone. DRIVER_SEEDS=80 tries more of them.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "../../../db/connection/client.ts";
import { createRandom } from "../../../scripts/lab/proof/world/random.ts";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import type { Deed } from "./fuzz/deed.ts";
import { HELD } from "./fuzz/held.ts";
import { STATEMENTS } from "./fuzz/statements.ts";

const SEEDS = Number(process.env.DRIVER_SEEDS ?? 6);
const DEEDS = 120;
const AT_ONCE = 7;
const NOTHING_AFTER_MS = 90_000;
const ALL: [string, Deed][] = Object.entries({ ...STATEMENTS, ...HELD });

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await database.sql.unsafe(`
    create table kept (tag text); create table changing (id int); insert into changing values (1)`);
});
afterAll(() => database.drop());

const counts = new Map<string, number>();

test("every statement has its own outcome, whatever the outcome of those around it", async () => {
  for (let seed = 1; seed <= SEEDS; seed++) expect(await complaintsOf(seed)).toEqual([]);
  expect([...counts.keys()].sort()).toEqual(ALL.map(([name]) => name).sort());
});

/** Several take from one list, so that who is beside whom comes from the seed. */
async function complaintsOf(seed: number): Promise<unknown[]> {
  const random = createRandom(seed);
  const sql = connect(database.url, { max: random.between(1, 3), withoutFunctions: true });
  const complaints: unknown[] = [];
  const kept: string[] = [];
  let next = 0;

  async function work(): Promise<void> {
    while (next < DEEDS) {
      const tag = `${seed}.${next++}`;
      const own = random.fork(tag);
      const [name, deed] = own.pick(ALL);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const world = { sql, watching: database.sql, random: own, tag, keeps: (one: string) => kept.push(one) };
      const { seen, right } = await within(deed(world));
      if (!right.some((one) => Bun.deepEquals(one, seen))) complaints.push({ tag, name, seen, right });
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await within(sql.end().then(() => ({ seen: null, right: [] })));
  const rows = await database.sql<{ tag: string }[]>`delete from kept returning tag`;
  expect(rows.map(({ tag }) => tag).sort()).toEqual(kept.sort());
  return complaints;
}

type Seen = { seen: unknown; right: unknown[] };

async function within(deed: Promise<Seen>): Promise<Seen> {
  const late = Promise.withResolvers<Seen>();
  const timer = setTimeout(() => late.resolve({ seen: "nothing came", right: [] }), NOTHING_AFTER_MS);
  const failed = (error: Error) => ({ seen: error, right: [] });
  return await Promise.race([deed.catch(failed), late.promise]).finally(() => clearTimeout(timer));
}
