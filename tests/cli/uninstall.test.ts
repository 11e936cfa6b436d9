/** `waypost uninstall`, in a home with everything that Waypost leaves in one. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findPlaces } from "../../cli/commands/uninstall/places.ts";
import { defaultHome } from "../../daemon/config/setting.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

const KEPT = [
  ".config/waypost/config.json",
  ".local/share/waypost/master.key",
  ".local/share/waypost/postgres/data/PG_VERSION",
];
const REPLACEABLE = ".cache/waypost/bun-1.0.0/bin/bun";
const FOREIGN = ".local/share/waypost/diary.txt";

function furnishedHome(): string {
  const home = newHome();
  for (const name of [...KEPT, REPLACEABLE, FOREIGN]) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), name);
  }
  return home;
}

/** The home is another than the account's, so that nothing outside of it is looked for. */
const run = (home: string, ...words: string[]) => runCli(["uninstall", ...words], { home });
const isThere = (home: string) => (name: string) => existsSync(join(home, name));

test("lists everything, and removes nothing unless somebody agrees", async () => {
  const home = furnishedHome();
  const { code, stdout, stderr } = await run(home);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("--yes is required") });
  const lines = stdout.split("\n").filter((line) => line.includes(home));
  expect(lines.map((line) => [line.split("\t")[0], line.split("\t")[3]])).toEqual([
    ["copy", "removed"],
    ["settings", "kept"],
    ["data", "kept"],
    ["data", "kept"],
  ]);
  expect([...KEPT, REPLACEABLE].filter(isThere(home))).toHaveLength(4);
});

test("keeps settings and data unless --purge is given; files of others stay", async () => {
  const home = furnishedHome();
  expect(await run(home, "--yes")).toMatchObject({ code: 0 });
  expect([...KEPT, REPLACEABLE].filter(isThere(home))).toEqual(KEPT);
  expect(await run(home, "--purge", "--yes")).toMatchObject({ code: 0 });
  expect([...KEPT, FOREIGN].filter(isThere(home))).toEqual([FOREIGN]);
  expect(readdirSync(join(home, ".config"))).toEqual([]);
});

test("on a terminal, no is a no", async () => {
  const home = furnishedHome();
  const asked = runCliInTerminal(["uninstall", "--purge"], { home });
  await asked.until("The data can't be brought back. [y/N]");
  asked.type("n\r");
  expect(await asked.exited).toBe(130);
  expect(KEPT.filter(isThere(home))).toEqual(KEPT);
});

test("data that a daemon uses is not removed", async () => {
  const home = furnishedHome();
  const file = join(home, ".local/share/waypost/postgres/data/postmaster.pid");
  writeFileSync(file, `${process.pid}\n`);
  const { code, stderr } = await run(home, "--purge", "--yes");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("Stop waypostd first") });
  expect(KEPT.filter(isThere(home))).toEqual(KEPT);
});

test("the programs of the install script are found from the one that runs", async () => {
  const home = newHome();
  const versions = join(home, ".local/lib/waypost");
  mkdirSync(join(versions, "1.2.3"), { recursive: true });
  mkdirSync(join(home, ".local/bin"));
  symlinkSync("../lib/waypost/1.2.3/waypost", join(home, ".local/bin/waypost"));
  writeFileSync(join(home, ".local/bin/waypostd"), "somebody else's");
  const installation = { by: "script", upgrade: "", remove: "", releases: null };
  const program = { path: join(versions, "1.2.3", "waypost"), isCompiled: true };
  const places = await findPlaces({ HOME: home }, installation, program);
  expect(places.filter(({ what }) => what === "program").map(({ path }) => path)).toEqual([
    join(home, ".local/bin/waypost"),
    versions,
  ]);
});

test("the data directory is the daemon's", async () => {
  const home = furnishedHome();
  const installation = { by: "npm", upgrade: "", remove: "", releases: null };
  const [{ path } = { path: "" }] = (await findPlaces({ HOME: home }, installation)).filter(
    ({ what }) => what === "data",
  );
  expect(dirname(path)).toBe(defaultHome({ HOME: home }));
});
