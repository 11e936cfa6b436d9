/** Runs before every test file: has the page speak English, and ends what the tests shared when the last of them is done. */
import { afterAll } from "bun:test";
import { choose } from "../../daemon/page/languages/texts.ts";
import { stopTestDatabases } from "./database.ts";
import { stopSharedDaemons } from "./shared-daemon.ts";
import { removeTemporaryFolders } from "./temporary-folder.ts";

await choose("en");

afterAll(async () => {
  await stopSharedDaemons();
  await stopTestDatabases().finally(removeTemporaryFolders);
}, 60_000);
