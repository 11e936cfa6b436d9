import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBucketStore } from "../../daemon/media/stores/bucket-store.ts";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { startBucket } from "../support/bucket.ts";

/** What every store promises, on both of them. The bucket is a small server that speaks S3's path style. */
const folder = mkdtempSync(join(tmpdir(), "waypost-store-"));
const bucket = startBucket();
afterAll(() => {
  bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stores = {
  folder: createFolderStore(join(folder, "kept")),
  bucket: createBucketStore(bucket.settings),
};

describe.each(Object.entries(stores))("%s", (name, store) => {
  const text = async (key: string, range: { start: number; end: number } | null = null) => {
    const opened = await store.open(key, range);
    return opened === null ? null : await new Response(opened).text();
  };

  test("takes a file over, gives it back whole and in parts, and removes it", async () => {
    const path = join(folder, `${name}.part`);
    writeFileSync(path, "Is it ready?");
    await store.put("org_1/aa/med_1", path, "text/plain");
    expect(existsSync(path)).toBe(false);
    expect(await text("org_1/aa/med_1")).toBe("Is it ready?");
    expect(await text("org_1/aa/med_1", { start: 3, end: 4 })).toBe("it");
    await store.remove("org_1/aa/med_1");
    expect(await text("org_1/aa/med_1")).toBeNull();
  });

  test("has nothing under a key that nobody used, and removing it is harmless", async () => {
    expect(await text("org_1/aa/med_none")).toBeNull();
    await store.remove("org_1/aa/med_none");
  });
});
