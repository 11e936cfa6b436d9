/** The container file's image runs as the deployment files run it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/free-port.ts";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { BUILD, IMAGE, instructions, readCompose, readUnit } from "../docs/deploy-files.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { type Place, placeOf, runAt, startAt } from "./executables.ts";

const inImage = pairs(instructions("ENV", IMAGE)[0]?.words ?? []);
const inUnit = pairs(readUnit().get("Environment") ?? []);
let place: Place;
let database: TestDatabase;
let secrets: string;
beforeAll(async () => {
  [place, database] = await Promise.all([buildAsContainer(), emptyDatabase()]);
  secrets = writeSecrets(database.url);
}, 300_000);
afterAll(async () => {
  await database.drop();
  removeTemporaryFolders();
});

test.each([
  ["the compose file alone", inImage],
  [
    "the compose files of production",
    { ...inImage, ...readCompose("compose.production.yaml").services.waypostd?.environment },
  ],
  ["the unit", inUnit],
] as const)("runs with the settings of %s, is healthy, and stops", async (_, settings) => {
  const port = freePort();
  const values = Object.entries(settings).map(([name, value]) => [name, pathsIn(value, place.home, secrets)]);
  const environment = {
    PATH: process.env.PATH ?? "",
    ...Object.fromEntries(values),
    WAYPOST_PORT: String(port),
  };
  const daemon = await startAt(place, ["waypostd", "serve"], environment, /"waypost is (ready)"/);
  const [, check = "[]"] = /CMD (\[.*\])/.exec(instructions("HEALTHCHECK", IMAGE)[0]?.text ?? "") ?? [];
  const words = (JSON.parse(check) as string[]).map((word) => word.replace("8484", String(port)));
  expect(await runAt(place, words)).toMatchObject({ code: 0 });
  expect(await daemon.terminate()).toBe(0);
  expect(await runAt(place, words)).toMatchObject({ code: 4 });
});

/** `NAME=value`, with or without quotes around it. */
function pairs(lines: string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^"?(\w+)=([^"]*)/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

/** Runs the first stage's commands in a folder that holds what it copies. */
async function buildAsContainer(): Promise<Place> {
  const build = temporaryFolder();
  for (const { words } of instructions("COPY", BUILD)) {
    for (const source of words.slice(0, -1))
      cpSync(join(ROOT, source), join(build, source), { recursive: true });
  }
  const commands = instructions("RUN", BUILD).map(({ text }) => text.replaceAll("/build/", `${build}/`));
  const { success, output } = await run(["/bin/sh", "-c", `cd ${build} && ${commands.join(" && ")}`]);
  if (!success) throw new Error(output);
  return placeOf(join(build, "out"));
}

/** Where the secrets are that the documentation has somebody write. */
function writeSecrets(databaseUrl: string): string {
  const folder = temporaryFolder();
  const key = randomBytes(32).toString("base64");
  for (const name of ["config.toml", "waypost_config"])
    writeFileSync(join(folder, name), `database_url = "${databaseUrl}"\n`, { mode: 0o600 });
  for (const name of ["master.key", "waypost_master_key"])
    writeFileSync(join(folder, name), key, { mode: 0o600 });
  return folder;
}

/** A setting's value with folders of the test in place of the machine's. */
function pathsIn(value: string, home: string, secrets: string): string {
  return value.replace("/var/lib/waypost", home).replace(/%d|\/run\/secrets/, secrets);
}
