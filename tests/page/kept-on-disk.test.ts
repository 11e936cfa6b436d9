/** The page's files as a checkout keeps them: what the disk does to them is no reason to have no page. */
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bundle } from "../../daemon/page/bundle.ts";
import { keptOnDisk } from "../../daemon/page/kept-on-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder("page");

function builder() {
  let built = 0;
  const build = async (): Promise<Bundle> => {
    built++;
    const file = { gzip: new Blob(["x".repeat(5000)]), br: new Blob(["y"]) };
    const names = { script: "main.js", style: "main.css", start: "", languages: {}, manifest: "", icon: "" };
    return { ...names, files: { "main.js": file } };
  };
  return { build, times: () => built };
}

const cache = (name: string) => join(folder, name);

test("what was built is found again, and takes the place of what was built before", async () => {
  const { build, times } = builder();
  await keptOnDisk(cache("found"), "old", build);
  await keptOnDisk(cache("found"), "new", build);
  const { files } = await keptOnDisk(cache("found"), "new", build);
  expect(await files["main.js"]?.gzip.text()).toBe("x".repeat(5000));
  expect([times(), readdirSync(cache("found"))]).toEqual([2, ["new"]]);
});

test("a file that was cut off is built again", async () => {
  const { build, times } = builder();
  await keptOnDisk(cache("cut"), "key", build);
  truncateSync(join(cache("cut"), "key"), 100);
  const { script } = await keptOnDisk(cache("cut"), "key", build);
  await keptOnDisk(cache("cut"), "key", build);
  expect([script, times()]).toEqual(["main.js", 2]);
});

test("where nothing may be written, the page is there all the same", async () => {
  writeFileSync(cache("no-folder"), "");
  expect((await keptOnDisk(cache("no-folder"), "key", builder().build)).script).toBe("main.js");
});

const disk = cache("disk");
mkdirSync(disk);
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", disk]).status === 0;
if (!isMounted) process.stdout.write("No file system could be mounted: no full disk is tried.\n");
afterAll(() => isMounted && spawnSync("umount", [disk]));

test.skipIf(!isMounted)("a full disk keeps nothing unfinished", async () => {
  const { build, times } = builder();
  expect((await keptOnDisk(disk, "key", build)).script).toBe("main.js");
  expect(readdirSync(disk)).toEqual([]);
  await keptOnDisk(disk, "key", build);
  expect(times()).toBe(2);
});
