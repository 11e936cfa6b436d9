/** Uploads of a daemon that keeps its files in a bucket. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newHome } from "../cli/run-cli.ts";
import { startBucket } from "../support/bucket.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const home = newHome();
const bucket = startBucket();
afterAll(() => bucket.stop());
const waypost = ownDaemon({ config: { home, ...bucket.settings } });

const PIECES = 5 * 1024 ** 2;
const incoming = () => {
  const folder = join(home, "media/incoming");
  return existsSync(folder) ? readdirSync(folder) : [];
};

function document(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}`));
  return bytes;
}

const ask = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
) =>
  fetch(waypost.url + path, {
    method,
    headers: { "x-api-key": waypost.key, ...headers },
    body: body ?? null,
  });

test("an upload is kept there, served in whole and in part, and deleted", async () => {
  const bytes = document(1000);
  const { id } = (await (await ask("POST", "/v1/media", {}, bytes)).json()) as { id: string };
  expect([[...bucket.objects.keys()], incoming()]).toEqual([[expect.stringContaining(id)], []]);
  expect(await (await ask("GET", `/v1/media/${id}`)).bytes()).toEqual(bytes);
  const part = await ask("GET", `/v1/media/${id}`, { range: "bytes=10-19" });
  expect([part.status, await part.bytes()]).toEqual([206, bytes.slice(10, 20)]);
  expect((await ask("DELETE", `/v1/media/${id}`)).status).toBe(204);
  expect(bucket.objects.size).toBe(0);
});

test("an upload in parts is put together from there", async () => {
  const bytes = document(2 * PIECES);
  const begun = await ask("POST", "/v1/media/uploads", { "upload-length": String(bytes.length) });
  const { id } = (await begun.json()) as { id: string };
  const append = (from: number, to: number) =>
    ask(
      "PATCH",
      `/v1/media/uploads/${id}`,
      { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
      bytes.slice(from, to),
    );
  expect((await append(0, PIECES)).status).toBe(204);
  expect(bucket.objects.size).toBe(2);
  expect((await append(PIECES, 2 * PIECES)).status).toBe(204);
  const { media_id } = (await (await ask("GET", `/v1/media/uploads/${id}`)).json()) as { media_id: string };
  expect(await (await ask("GET", `/v1/media/${media_id}`)).bytes()).toEqual(bytes);
  expect([[...bucket.objects.keys()], incoming()]).toEqual([[expect.stringContaining(media_id)], []]);
});

test("a bucket that takes nothing leaves no half file, and the same bytes are taken afterwards", async () => {
  const bytes = document(1000);
  bucket.refuseWith(403);
  const refused = await ask("POST", "/v1/media", {}, bytes);
  bucket.refuseWith(null);
  expect([refused.status, refused.headers.get("retry-after"), incoming()]).toEqual([503, "10", []]);
  const rows = await waypost.sql`select from media where status = 'pending'`;
  expect(rows).toHaveLength(0);
  expect((await ask("POST", "/v1/media", {}, bytes)).status).toBe(201);
});
