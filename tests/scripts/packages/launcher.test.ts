/** npm installs `waypost` as a small script that becomes the executable of this machine's package. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { TARGETS } from "../../../scripts/lib/packages/targets.ts";
import { ROOT } from "../../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../../support/clusters.ts";

const LAUNCHER = readFileSync(join(ROOT, "scripts/lib/packages/launcher.sh"), "utf8");
const here = TARGETS.filter(({ os, cpu }) => os === process.platform && cpu === process.arch);

afterAll(removeTemporaryFolders);

/** Where npm puts the packages of these targets: each beside `waypost`, or within it as it does for global ones. */
function install(targets: string[], place: "beside" | "within") {
  const modules = join(temporaryFolder(), "node_modules");
  const launcher = join(modules, "waypost", "bin", "waypost");
  writeProgram(launcher, LAUNCHER.replaceAll("@program@", "waypost"));
  const packages = place === "beside" ? modules : join(modules, "waypost", "node_modules");
  for (const target of targets)
    writeProgram(
      join(packages, "@waypost", target, "bin", "waypost"),
      `#!/bin/sh\necho ${target} "$@"\nexit 5\n`,
    );
  mkdirSync(join(modules, ".bin"));
  symlinkSync("../waypost/bin/waypost", join(modules, ".bin", "waypost"));
  return join(modules, ".bin", "waypost");
}

function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
}

/** Runs it on a machine that calls itself this. */
function start(launcher: string, machine?: string) {
  const tools = temporaryFolder();
  if (machine !== undefined) writeProgram(join(tools, "uname"), `#!/bin/sh\necho ${machine}\n`);
  const child = Bun.spawnSync([launcher, "send", "a b"], { env: { PATH: `${tools}:${process.env.PATH}` } });
  return { code: child.exitCode, stdout: child.stdout.toString(), stderr: child.stderr.toString() };
}

test.each(["beside", "within"] as const)("becomes the program of this machine, %s", (place) => {
  const [target] = here;
  const launcher = install(
    TARGETS.map(({ name }) => name),
    place,
  );
  expect(start(launcher)).toEqual({ code: 5, stdout: `${target?.name} send a b\n`, stderr: "" });
});

test.each([
  ["Linux x86_64", "linux-x64"],
  ["Linux x86_64", "linux-x64-musl"],
  ["Linux aarch64", "linux-arm64"],
  ["Linux aarch64", "linux-arm64-musl"],
  ["Darwin arm64", "darwin-arm64"],
  ["Darwin arm64", "darwin-x64"],
  ["Darwin x86_64", "darwin-x64"],
])("on %s, becomes that of %s where npm installed this one", (machine, target) => {
  expect(start(install([target], "beside"), machine).stdout).toBe(`${target} send a b\n`);
});

test("every target is the one of some machine", () => {
  expect(TARGETS.filter(({ name }) => !LAUNCHER.includes(name))).toEqual([]);
});

test("says which package is missing", () => {
  const { code, stderr } = start(install([], "beside"), "Darwin x86_64");
  expect(code).toBe(1);
  expect(stderr).toBe(
    "waypost: the package @waypost/darwin-x64 is missing: install waypost again, with its optional dependencies.\n",
  );
});

test("refuses other machines with one sentence", () => {
  const { code, stderr } = start(install([], "beside"), "FreeBSD amd64");
  expect(code).toBe(1);
  expect(stderr).toBe(
    "waypost: Waypost has no package for FreeBSD amd64; it runs on Linux and macOS, on x64 and arm64.\n",
  );
});
