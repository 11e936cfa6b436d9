/** Uploads that continue where they were cut off, by the tus protocol: with its own client, and request by request. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Upload } from "tus-js-client";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { sweepMedia } from "../../daemon/media/stores/sweep.ts";
import type { Answer } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-resumable-"));
const waypost = ownDaemon({ config: { home } });
afterAll(() => rmSync(home, { recursive: true }));

type Bytes = Uint8Array<ArrayBuffer>;
type Headers = Record<string, string>;

const MEGABYTE = 1024 ** 2;
const hash = (bytes: Bytes) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A document that no other test has. */
function document(size: number): Bytes {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}`));
  return bytes;
}

const ask = (method: string, path: string, headers: Headers = {}, body?: Bun.BodyInit) =>
  fetch(waypost.url + path, {
    method,
    headers: { "x-api-key": waypost.key, "tus-resumable": "1.0.0", ...headers },
    body: body ?? null,
  });

async function begin(length: number, metadata: Headers = {}, query = "", headers: Headers = {}) {
  const said = Object.entries(metadata).map(([name, value]) => `${name} ${base64(value)}`);
  const answer = await ask("POST", `/v1/media/uploads${query}`, {
    ...{ "upload-length": String(length), "upload-metadata": said.join(","), ...headers },
  });
  return { status: answer.status, location: answer.headers.get("location") ?? "", body: await json(answer) };
}

const append = (location: string, offset: number, body: Bun.BodyInit) =>
  ask(
    "PATCH",
    location,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body,
  );

async function json(answer: Response) {
  return JSON.parse((await answer.text()) || "null") as Answer["body"];
}

async function offsetAt(location: string): Promise<number> {
  return Number((await ask("HEAD", location)).headers.get("upload-offset"));
}

/** The files of an upload's pieces on the disk, incoming or in the store. */
function leftOvers(): string[] {
  const found = (folder: string) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []);
  const stored = found(join(home, "media/files")).map(String);
  return [
    ...stored.filter((name) => name.includes("pce_")),
    ...found(join(home, "media/incoming")).map(String),
  ];
}

async function served(mediaId: string | undefined): Promise<string> {
  return hash(new Uint8Array(await (await ask("GET", `/v1/media/${mediaId}`)).arrayBuffer()));
}

test("a client of the protocol uploads in pieces, stops, and continues", async () => {
  const bytes = document(5 * MEGABYTE);
  const options = (resolve: () => void, reject: (cause: Error) => void) => ({
    ...{ endpoint: `${waypost.url}/v1/media/uploads`, headers: { "x-api-key": waypost.key } },
    ...{ chunkSize: 2 * MEGABYTE, uploadSize: bytes.length, metadata: { filename: "menü.pdf" } },
    ...{ onSuccess: () => resolve(), onError: reject },
  });
  const first = Promise.withResolvers<void>();
  const cut: Upload = new Upload(Readable.from([Buffer.from(bytes)], { objectMode: false }), {
    ...options(first.resolve, first.reject),
    onChunkComplete: () => void cut.abort().then(first.resolve),
  });
  cut.start();
  await first.promise;
  const location = new URL(cut.url ?? "").pathname;
  const offset = await offsetAt(location);
  expect(offset).toBeGreaterThanOrEqual(2 * MEGABYTE);
  expect(offset).toBeLessThan(bytes.length);
  const second = Promise.withResolvers<void>();
  const rest = new Upload(Buffer.from(bytes), {
    ...options(second.resolve, second.reject),
    uploadUrl: cut.url,
  });
  rest.start();
  await second.promise;
  const upload = await json(await ask("GET", location));
  const { body } = await waypost.call("GET", `/v1/media/${upload.media_id}/info`);
  expect(body).toMatchObject({ sha256: hash(bytes), filename: "menü.pdf", mime_type: "application/pdf" });
  expect([await served(upload.media_id), leftOvers()]).toEqual([hash(bytes), []]);
});

test("a client can read the server's abilities, before it has a key or an upload", async () => {
  for (const path of ["", "/upl_01JDB2M5S8V0ZC3K7Q2M4N6P93"]) {
    const answer = await fetch(`${waypost.url}/v1/media/uploads${path}`, { method: "OPTIONS" });
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      204,
      {
        ...{ "tus-resumable": "1.0.0", "tus-version": "1.0.0", "tus-max-size": "104857600" },
        "tus-extension": "creation,expiration,termination",
      },
    ]);
  }
});

test("bytes from before the connection broke are kept, and the rest makes the same file", async () => {
  const bytes = document(MEGABYTE);
  const { location, body, status } = await begin(bytes.length, { sha256: hash(bytes) });
  expect([status, body.offset, body.length]).toEqual([201, 0, bytes.length]);
  const half = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.subarray(0, 600_000)),
  });
  const cut = fetch(waypost.url + location, {
    ...{ method: "PATCH", body: stream, signal: half.signal },
    headers: {
      ...{ "x-api-key": waypost.key, "upload-offset": "0" },
      "content-type": "application/offset+octet-stream",
    },
  }).catch(() => null);
  await until(() => leftOvers().length > 0);
  half.abort();
  await cut;
  await until(async () => (await offsetAt(location)) > 0);
  const offset = await offsetAt(location);
  const listed = await waypost.call("GET", `/v1/media/uploads?sha256=${hash(bytes)}`);
  expect(listed.body.data).toMatchObject([{ offset, media_id: null }]);
  expect((await waypost.call("GET", `/v1/media?sha256=${hash(bytes)}`)).body.data).toEqual([]);
  const done = await append(location, offset, bytes.subarray(offset));
  expect([done.status, done.headers.get("upload-offset")]).toEqual([204, String(bytes.length)]);
  const { media_id } = await json(await ask("GET", location));
  expect([await served(media_id), leftOvers()]).toEqual([hash(bytes), []]);
  expect((await waypost.call("GET", `/v1/media/uploads?sha256=${hash(bytes)}`)).body.data).toEqual([]);
  // who did not hear of the end asks again
  expect((await append(location, bytes.length, "")).status).toBe(204);
});

test("of two requests that continue from the same byte, one counts", async () => {
  const bytes = document(3 * MEGABYTE);
  const { location } = await begin(bytes.length, { sha256: hash(bytes) });
  const answers = await Promise.all([0, 1].map(() => append(location, 0, bytes)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const { media_id } = await json(await ask("GET", location));
  expect([await served(media_id), leftOvers()]).toEqual([hash(bytes), []]);
});

test("a file that can't be taken is refused before it has come, or when it is whole, and leaves nothing", async () => {
  const code = async (answer: Response) => [answer.status, (await json(answer)).code];
  const { location, body } = await begin(100, { sha256: hash(document(100)) });
  expect(await code(await append(location, 7, "x"))).toEqual([409, "offset_conflict"]);
  expect(await code(await append(location, 0, "x".repeat(101)))).toEqual([413, "too_large"]);
  expect(await code(await ask("PATCH", location, { "upload-offset": "0" }, "x"))).toEqual([
    415,
    "unsupported_media_type",
  ]);
  expect(await code(await append(location, 0, document(100)))).toEqual([422, "checksum_mismatch"]);
  expect((await ask("DELETE", location)).status).toBe(204);
  expect(await code(await append(location, 0, "x"))).toEqual([404, "not_found"]);
  expect((await waypost.call("GET", `/v1/media/uploads/${body.id}`)).status).toBe(404);

  const picture = await begin(6 * MEGABYTE);
  const jpeg = new Uint8Array(6 * MEGABYTE).fill(1);
  jpeg.set([0xff, 0xd8, 0xff, 0xe0]);
  expect(await code(await append(picture.location, 0, jpeg))).toEqual([413, "too_large"]);
  expect(await offsetAt(picture.location)).toBe(0);
  const lie = await begin(MEGABYTE, { filetype: "image/png" });
  expect(await code(await append(lie.location, 0, new Uint8Array(MEGABYTE)))).toEqual([
    415,
    "unsupported_media_type",
  ]);
  expect((await begin(101 * MEGABYTE)).body).toMatchObject({ status: 413, limit: 100 * MEGABYTE });
  expect((await begin(17 * MEGABYTE, {}, "?as=audio")).status).toBe(413);
  expect((await begin(0)).status).toBe(422);
  expect((await begin(1, {}, "?as=audio&convert=voice")).status).toBe(422);
  expect((await begin(1, { sha256: "none" })).body.code).toBe("invalid_upload");
  expect((await ask("POST", "/v1/media/uploads")).status).toBe(400);
  expect(await code(await ask("POST", "/v1/media/uploads", { "tus-resumable": "0.2.2" }))).toEqual([
    412,
    "unsupported_version",
  ]);
  expect(leftOvers()).toEqual([]);
});

test("a key begins one upload, and room is kept for what has yet to come", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await begin(10, { filename: "a" }, "", headers);
  const again = await begin(10, { filename: "a" }, "", headers);
  expect([again.location, again.body.id]).toEqual([first.location, first.body.id]);
  expect((await begin(11, { filename: "a" }, "", headers)).body.code).toBe("idempotency_key_reused");
  await waypost.sql`update organizations set most_media_gb = 1`;
  await waypost.sql`update resumable_uploads set length = 990000000 where id = ${first.body.id}`;
  expect((await begin(90 * MEGABYTE)).body).toMatchObject({ status: 507, code: "quota_exceeded" });
  await waypost.sql`update organizations set most_media_gb = null`;
});

test("an upload that nobody continues is forgotten after a day, and what a dead daemon left is swept", async () => {
  const { location, body } = await begin(100);
  await append(location, 0, document(50));
  expect(await offsetAt(location)).toBe(50);
  const store = createFolderStore(join(home, "media"));
  const lost = { organization_id: waypost.organizationId, upload_id: body.id, id: "pce_LOST" };
  await waypost.sql`
    insert into resumable_pieces ${waypost.sql({ ...lost, starts_at: 50, size: 1, created_at: new Date(0) })}`;
  await Bun.write(join(home, "media/files", waypost.organizationId, "ST/pce_LOST"), "x");
  const sweep = () =>
    sweepMedia({ sql: waypost.sql, store, incoming: join(home, "media/incoming") }, { retentionDays: 90 });
  await sweep();
  expect([leftOvers().length, await offsetAt(location)]).toEqual([1, 50]);
  await waypost.sql`update resumable_uploads set updated_at = now() - interval '25 hours'`;
  await sweep();
  expect(leftOvers()).toEqual([]);
  expect(await waypost.sql`select from resumable_pieces`).toHaveLength(0);
  expect((await ask("HEAD", location)).status).toBe(404);
});
