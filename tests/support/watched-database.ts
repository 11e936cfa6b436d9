import { afterAll, beforeAll } from "bun:test";
import { type TestDatabase, testDatabase } from "./database.ts";
import { LONG_MS } from "./long.ts";
import { type Watched, watchPlans } from "./watched-plans.ts";

/**
 * A database for all tests of a file, with what `fill` puts in, and a connection to it whose plans are watched: both are
 * there from the first hook on that the file adds itself, the database already for `fill`.
 */
export function watchedDatabase(fill: () => PromiseLike<unknown>): {
  database: TestDatabase;
  watched: Watched;
} {
  const [database, watched] = [{} as TestDatabase, {} as Watched];
  beforeAll(async () => {
    Object.assign(database, await testDatabase());
    await fill();
    Object.assign(watched, await watchPlans(database.adminUrl));
  }, LONG_MS);
  afterAll(async () => {
    await watched.sql?.end();
    await database.drop?.();
  });
  return { database, watched };
}
