import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBucketStore } from "../../daemon/media/bucket-store.ts";
import { createFolderStore } from "../../daemon/media/folder-store.ts";

/** What every store promises, on both of them. The bucket is a small server that speaks S3's path style. */
const folder = mkdtempSync(join(tmpdir(), "waypost-store-"));
const objects = new Map<string, Uint8Array>();
const bucket = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
afterAll(() => {
  bucket.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!request.headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256 "))
    return new Response(null, { status: 403 });
  if (request.method === "PUT") {
    objects.set(pathname, new Uint8Array(await request.arrayBuffer()));
    return new Response(null, { headers: { etag: '"e"' } });
  }
  if (request.method === "DELETE") objects.delete(pathname);
  const object = objects.get(pathname);
  if (object === undefined) return new Response(null, { status: request.method === "DELETE" ? 204 : 404 });
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "");
  const part =
    range === null
      ? object
      : object.slice(Number(range[1]), range[2] === "" ? undefined : Number(range[2]) + 1);
  return new Response(part, {
    status: range === null ? 200 : 206,
    headers: { "content-length": String(part.length) },
  });
}

const stores = {
  folder: createFolderStore(join(folder, "kept")),
  bucket: createBucketStore({
    mediaBucket: "waypost",
    mediaEndpoint: `http://127.0.0.1:${bucket.port}`,
    mediaRegion: "us-east-1",
    mediaAccessKeyId: "id",
    mediaSecretAccessKey: "secret",
  }),
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
