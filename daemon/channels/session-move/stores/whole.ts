import type { SQL } from "bun";
import { StoreFailure } from "./store-failure.ts";

/** Throws a failure when a file of SQLite is torn; `name` is what it is called. */
export async function requireWhole(sql: SQL, name: string): Promise<void> {
  const [row] = await sql`pragma quick_check(1)`.catch((cause: unknown) => {
    throw new StoreFailure(`${name} is no database of SQLite, or is torn`, { hint: STOP, cause });
  });
  if (row?.quick_check !== "ok") throw new StoreFailure(`${name} is torn`, { code: "torn_file", hint: STOP });
}

const STOP =
  "Stop the other program, and copy the file again, with the one beside it that ends in -wal or -journal, if there is one.";
