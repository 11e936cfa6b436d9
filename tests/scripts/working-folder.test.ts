/** The programs of the checkout, started in a folder of somebody who means ill. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { freePort } from "../../scripts/lib/free-port.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { searchesOf } from "../../scripts/lib/searches.ts";
import { removeTemporaryFolders } from "../support/clusters.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { type Place, placeOf, runAt, startAt } from "./executables.ts";
import { CONFIGURATIONS, setTraps } from "./traps.ts";

let place: Place;
let database: TestDatabase;

beforeAll(async () => {
  place = placeOf(join(ROOT, "scripts"), { PATH: process.env.PATH ?? "" });
  database = await emptyDatabase();
});
afterAll(async () => {
  await database.drop();
  removeTemporaryFolders();
});

test.each(["waypost", "waypostd"])("%s runs nothing of it, and says its version", async (name) => {
  expect(await runAt(place, [name, "--version"])).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
  expect(place.sprung()).toEqual([]);
});

test("the daemon runs nothing of it while it serves", async () => {
  const environment = {
    DATABASE_URL: database.url,
    WAYPOST_PORT: "0",
    WAYPOST_SANDBOX_PORT: String(freePort()),
  };
  const daemon = await startAt(place, ["waypostd", "serve", "--sandbox"], environment, /waypost is ready/);
  expect(await daemon.terminate()).toBe(0);
  expect(place.sprung()).toEqual([]);
});

test("no configuration is run for the job runner", async () => {
  const code = `await import(${JSON.stringify(join(ROOT, "daemon/lanes/worker.ts"))});`;
  const importing = CONFIGURATIONS.map(async (name) => {
    const { start, sprung } = setTraps([name]);
    const child = Bun.spawn([process.execPath, "--no-env-file", "-e", code], { cwd: start, stderr: "pipe" });
    const [stderr, exit] = await Promise.all([child.stderr.text(), child.exited]);
    return { name, stderr, exit, sprung: sprung() };
  });
  const clean = CONFIGURATIONS.map((name) => ({ name, stderr: "", exit: 0, sprung: [] }));
  expect(await Promise.all(importing)).toEqual(clean);
});

test("a package that searches the working folder is named", async () => {
  const files = ["cosmiconfig/dist/index.js", "import-fresh/index.js", "graphile-config/dist/loadConfig.js"];
  expect(await searchesOf(files.map((file) => `node_modules/${file}`))).toEqual([
    "cosmiconfig looks for configuration in the working folder",
    "import-fresh looks for configuration in the working folder",
    "node_modules/graphile-config/dist/loadConfig.js loads by name, or reads the working folder",
  ]);
});
