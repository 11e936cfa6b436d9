/** Uploads while the disk is full or the bucket takes nothing: said so, with when to try again, and in the health. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { IS_ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { lookUntil } from "../support/until.ts";

const MEGABYTE = 1024 ** 2;

let waypost: OwnDaemon;

function document(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}`));
  return bytes;
}

const ask = (method: string, path: string, body: Uint8Array<ArrayBuffer> | null = null, headers = {}) =>
  fetch(waypost.url + path, { method, headers: { "x-api-key": waypost.key, ...headers }, body });

async function health() {
  const { status, checks } = (await waypost.call("GET", "/v1/health")).body;
  return [status, checks.files];
}

async function refusal(answer: Response) {
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code, answer.headers.get("retry-after")];
}

const NO_ROOM = [503, "storage_unavailable", "10"];
/** It asks again by itself, but not with every request. */
const recovered = () => lookUntil(health, ([status]) => status === "ok");

/** Mounting a small file system takes root, and a container that allows it. */
const folder = temporaryFolder("no-room");
const disk = join(folder, "disk");
mkdirSync(disk);
const isMounted = IS_ROOT && spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", disk]).status === 0;
if (!isMounted) process.stderr.write("A full disk is not tested here: no file system can be mounted.\n");
afterAll(() => {
  if (isMounted) spawnSync("umount", ["-l", disk]);
});

describe.skipIf(!isMounted)("a disk", () => {
  const filler = join(disk, "filler");
  const fill = () => spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
  beforeAll(async () => {
    waypost = await startTestDaemon({ config: { home: disk, logLevel: "silent" } });
  });
  afterAll(() => waypost.stop());

  test("without room for a file refuses it, and takes it once there is room", async () => {
    expect(await health()).toEqual(["ok", "ok"]);
    const bytes = document(2 * MEGABYTE);
    fill();
    expect(await health()).toEqual(["degraded", "failing"]);
    expect(await refusal(await ask("POST", "/v1/media", bytes))).toEqual(NO_ROOM);
    rmSync(filler);
    expect((await ask("POST", "/v1/media", bytes)).status).toBe(201);
    expect(await recovered()).toEqual(["ok", "ok"]);
  });

  test("with room for half of a file keeps nothing of it", async () => {
    const bytes = document(40_000);
    fill();
    truncateSync(filler, statSync(filler).size - 16_384);
    expect(await refusal(await ask("POST", "/v1/media", bytes))).toEqual(NO_ROOM);
    rmSync(filler);
    const { id } = (await (await ask("POST", "/v1/media", bytes)).json()) as { id: string };
    expect(await (await ask("GET", `/v1/media/${id}`)).bytes()).toEqual(bytes);
  });

  test("keeps the received part of an upload in parts, which continues", async () => {
    const bytes = document(MEGABYTE);
    const { headers } = await ask("POST", "/v1/media/uploads", null, { "upload-length": String(MEGABYTE) });
    const path = headers.get("location") ?? "";
    const type = { "content-type": "application/offset+octet-stream" };
    fill();
    expect(await refusal(await ask("PATCH", path, bytes, { ...type, "upload-offset": "0" }))).toEqual(
      NO_ROOM,
    );
    rmSync(filler);
    const { offset } = (await (await ask("GET", path)).json()) as { offset: number };
    const rest = bytes.slice(offset);
    const answer = await ask("PATCH", path, rest, { ...type, "upload-offset": String(offset) });
    expect([answer.status, answer.headers.get("upload-offset")]).toEqual([204, String(MEGABYTE)]);
  });
});

describe("a bucket", () => {
  let bucket: TestBucket;
  beforeAll(async () => {
    bucket = startBucket();
    const home = temporaryFolder("bucket");
    waypost = await startTestDaemon({ config: { home, logLevel: "silent", ...bucket.settings } });
  });
  afterAll(async () => {
    await waypost.stop();
    bucket.stop();
  });

  test.each([503, 403, 500])("that answers %i to a file is not the client's fault", async (status) => {
    const bytes = document(1000);
    bucket.refuseWith(status);
    expect(await refusal(await ask("POST", "/v1/media", bytes))).toEqual(NO_ROOM);
    expect(await health()).toEqual(["degraded", "failing"]);
    bucket.refuseWith(null);
    expect(await recovered()).toEqual(["ok", "ok"]);
    expect((await ask("POST", "/v1/media", bytes)).status).toBe(201);
    expect([...bucket.objects.keys()].filter((key) => key.includes("probe"))).toEqual([]);
  });

  test("that can't be reached is no missing file", async () => {
    const { id } = (await (await ask("POST", "/v1/media", document(1000))).json()) as { id: string };
    bucket.stop();
    expect(await refusal(await ask("GET", `/v1/media/${id}`))).toEqual(NO_ROOM);
    expect(await refusal(await ask("POST", "/v1/media", document(1000)))).toEqual(NO_ROOM);
    expect(await health()).toEqual(["degraded", "failing"]);
  });
});
