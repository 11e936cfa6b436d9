/**
 * Runs before every test file: has the page speak English, ends what the tests shared when the last of them is done, and
 * notes what the file took.
 */
import { afterAll } from "bun:test";
import { relative } from "node:path";
import { choose } from "../../daemon/page/languages/texts.ts";
import { noteCoreSeconds } from "./core-seconds.ts";
import { stopTestDatabases } from "./database.ts";
import { stopSharedDaemons } from "./shared-daemon.ts";
import { removeTemporaryFolders } from "./temporary-folder.ts";

await choose("en");

afterAll(async () => {
  await stopSharedDaemons();
  await stopTestDatabases().finally(removeTemporaryFolders);
  noteCoreSeconds(relative(process.cwd(), Bun.main));
}, 60_000);
