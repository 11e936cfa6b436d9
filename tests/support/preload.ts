/** Runs before every test file: ends what the tests shared when the last of them is done. */
import { afterAll } from "bun:test";
import { stopTestDatabases } from "./database.ts";

afterAll(stopTestDatabases, 60_000);
