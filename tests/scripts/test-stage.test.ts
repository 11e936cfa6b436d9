import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestStage } from "../../scripts/lib/tests/stage.ts";

test("files that tests leave in their temporary folder are named, and removed", async () => {
  const stage = await openTestStage({ databases: false, programs: false });
  const temporary = stage.environment.TMPDIR ?? "";
  mkdirSync(join(temporary, "waypost-forgotten-a1b2c3"));
  writeFileSync(join(temporary, "forgotten.txt"), "");
  // a browser that nobody closed
  mkdirSync(join(temporary, "playwright_chromiumdev_profile-a1b2c3"));
  const { names } = await stage.close();
  expect(names.sort()).toEqual([
    "forgotten.txt",
    "playwright_chromiumdev_profile-a1b2c3",
    "waypost-forgotten-a1b2c3",
  ]);
  expect(existsSync(stage.folder)).toBe(false);
});

test("a folder that bun makes for itself is not the tests'", async () => {
  const stage = await openTestStage({ databases: false, programs: false });
  mkdirSync(join(stage.environment.TMPDIR ?? "", "bun-node-0-a7733435c"));
  expect((await stage.close()).names).toEqual([]);
});
