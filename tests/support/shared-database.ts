import { afterAll, beforeAll } from "bun:test";
import { type TestDatabase, testDatabase } from "./database.ts";

/** A migrated database for all tests of a file: it is there from the first hook on that the file adds itself. */
export function sharedDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await testDatabase());
  });
  afterAll(() => database.drop());
  return database;
}
