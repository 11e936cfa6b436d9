/** The install script, from a server on this machine: with archives that hold a small program in place of Waypost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Archive } from "../../../scripts/lib/packages/contents.ts";
import { describeArchive, installScript } from "../../../scripts/lib/packages/release.ts";
import { TARGETS } from "../../../scripts/lib/packages/targets.ts";
import { removeTemporaryFolders, temporaryFolder } from "../../support/clusters.ts";

const target = TARGETS.find(({ os, cpu }) => os === process.platform && cpu === process.arch) ?? TARGETS[0];
const folder = temporaryFolder();
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async ({ url }) => new Response(Bun.file(join(folder, new URL(url).pathname))),
});
const releases = `http://127.0.0.1:${server.port}`;
/** The scripts of three versions. */
const scripts: Record<string, string> = {};

beforeAll(async () => {
  for (const version of ["1.0.0", "1.1.0", "1.2.0"])
    scripts[version] = installScript([await release(version)], version, releases);
});
afterAll(async () => {
  await server.stop(true);
  removeTemporaryFolders();
});

/** Packs programs that print their version, as the archive of this machine. */
async function release(version: string): Promise<Archive> {
  if (target === undefined) throw new Error("there are no targets");
  const name = `waypost-${version}-${target.name}`;
  const draft = temporaryFolder();
  mkdirSync(join(draft, name));
  for (const program of ["waypost", "waypostd"])
    writeFileSync(join(draft, name, program), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  writeFileSync(join(draft, name, "installation.json"), '{"by": "archive"}');
  mkdirSync(join(folder, version));
  const path = join(folder, version, `${name}.tar.gz`);
  Bun.spawnSync(["tar", "--create", "--gzip", `--file=${path}`, name], { cwd: draft });
  return describeArchive(target, path);
}

async function install(
  home: string,
  script = scripts["1.0.0"] ?? "",
  environment: Record<string, string> = {},
) {
  const child = Bun.spawn(["/bin/sh"], {
    stdin: new Blob([script]),
    stdout: "pipe",
    stderr: "pipe",
    env: { HOME: home, PATH: process.env.PATH ?? "", ...environment },
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

const versionIn = (home: string) =>
  Bun.spawnSync([join(home, ".local/bin/waypost")])
    .stdout.toString()
    .trim();
const versionsIn = (home: string) => readdirSync(join(home, ".local/lib/waypost")).sort();

test("installs into the home, with links to the programs", async () => {
  const home = temporaryFolder();
  const { code, stdout, stderr } = await install(home);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`export PATH="${home}/.local/bin:$PATH"`);
  expect(readlinkSync(join(home, ".local/bin/waypostd"))).toBe("../lib/waypost/1.0.0/waypostd");
  expect(versionIn(home)).toBe("1.0.0");
  expect(readdirSync(home)).toEqual([".local"]);
});

test("a later one takes its place, and leaves the one before for a daemon that runs", async () => {
  const home = temporaryFolder();
  for (const script of Object.values(scripts)) expect(await install(home, script)).toMatchObject({ code: 0 });
  expect(versionIn(home)).toBe("1.2.0");
  expect(versionsIn(home)).toEqual(["1.1.0", "1.2.0"]);
  expect(await install(home, scripts["1.2.0"])).toMatchObject({ code: 0 });
  expect(versionIn(home)).toBe("1.2.0");
});

test("says that it was the script that installed it", async () => {
  const home = temporaryFolder();
  await install(home);
  const said = await Bun.file(join(home, ".local/lib/waypost/1.0.0/installation.json")).json();
  expect(said).toEqual({
    by: "script",
    upgrade: `curl -fsSL ${releases}/install.sh | sh`,
    remove: "waypost uninstall",
    releases: `${releases}/latest.json`,
  });
});

test("a folder of somebody else beside the versions stays", async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, ".local/lib/waypost/mine"), { recursive: true });
  expect(await install(home)).toMatchObject({ code: 0 });
  expect(versionsIn(home)).toEqual(["1.0.0", "mine"]);
});

test("files other than the released ones are not installed", async () => {
  const home = temporaryFolder();
  const wrong = (scripts["1.0.0"] ?? "").replace(/echo [0-9a-f]{64}/, `echo ${"0".repeat(64)}`);
  const { code, stderr } = await install(home, wrong);
  expect(code).toBe(1);
  expect(stderr).toContain("is not what was released");
  expect(versionsIn(home)).toEqual([]);
  expect(existsSync(join(home, ".local/bin/waypost"))).toBe(false);
});

test("refuses other machines with one sentence, and writes nothing", async () => {
  const [home, tools] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(tools, "uname"), "#!/bin/sh\necho SunOS sun4v\n", { mode: 0o755 });
  const ended = await install(home, scripts["1.0.0"], { PATH: `${tools}:${process.env.PATH}` });
  expect(ended).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "install.sh: Waypost can't be installed on SunOS sun4v; it runs on Linux and macOS, on x64 and arm64.\n",
  });
  expect(readdirSync(home)).toEqual([]);
});

test("replaces no program that somebody else put there", async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, ".local/bin"), { recursive: true });
  writeFileSync(join(home, ".local/bin/waypostd"), "mine");
  const { code, stderr } = await install(home);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("is there already") });
  expect(versionsIn(home)).toEqual([]);
});

test("a script that was cut off does nothing", async () => {
  const home = temporaryFolder();
  await install(home, (scripts["1.0.0"] ?? "").trimEnd().replace(/\nmain$/, ""));
  expect(readdirSync(home)).toEqual([]);
});
