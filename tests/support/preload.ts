/** Runs before every test file: ends what the tests shared when the last of them is done. */
import { afterAll } from "bun:test";
import { stopTestDatabases } from "./database.ts";
import { stopSharedDaemons } from "./shared-daemon.ts";
import { removeTemporaryFolders } from "./temporary-folder.ts";

afterAll(async () => {
  await stopSharedDaemons();
  await stopTestDatabases().finally(removeTemporaryFolders);
}, 60_000);
