import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemory } from "../../daemon/sandbox/memory/keep-file.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-test-"));
const path = join(folder, "deep", "memory.sqlite");

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a memory in a file gives back what was last set, and nothing that was deleted or cleared", () => {
  const before = openMemory(path);
  for (const key of ["a/1", "a/2", "b/1"]) before.set(key, `first ${key}`);
  before.set("a/1", "second");
  before.delete("a/2");
  before.close();
  const after = openMemory(path);
  expect(after.keys("a/")).toEqual(["a/1"]);
  expect([after.get("a/1"), after.get("a/2"), after.get("b/1")]).toEqual(["second", undefined, "first b/1"]);
  after.clear();
  after.set("c", "new");
  after.close();
  const last = openMemory(path);
  expect(last.keys("")).toEqual(["c"]);
  last.close();
});
