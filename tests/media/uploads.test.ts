/** Files that clients upload, through a whole daemon: taken in every way, refused, listed, deleted, swept. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { sweepMedia } from "../../daemon/media/stores/sweep.ts";
import { type Answer, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-uploads-"));
const waypost = ownDaemon({ config: { home } });
afterAll(() => rmSync(home, { recursive: true }));

type Headers = Record<string, string>;
type Body = Bun.BodyInit;

async function post(body: Body, headers: Headers = {}, query = ""): Promise<Answer> {
  const answer = await fetch(`${waypost.url}/v1/media${query}`, {
    method: "POST",
    headers: { "x-api-key": waypost.key, ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
}

const hash = (bytes: Uint8Array | string) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const get = (id: string) => fetch(`${waypost.url}/v1/media/${id}`, { headers: { "x-api-key": waypost.key } });
const incoming = () =>
  existsSync(join(home, "media/incoming")) ? readdirSync(join(home, "media/incoming")) : [];

/** A PNG's beginning, which says how large its picture is. */
function png(width: number, height: number, bytes = 64): Buffer {
  const file = Buffer.alloc(Math.max(bytes, 33));
  file.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

test("the bytes themselves, with their type and name", async () => {
  const bytes = `%PDF-1.7 ${crypto.randomUUID()}`;
  const { status, body } = await post(bytes, {
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="m.pdf"; filename*=UTF-8''men%C3%BC.pdf`,
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...{ direction: "outbound", kind: "document", mime_type: "application/pdf", filename: "menü.pdf" },
    ...{ size: bytes.length, sha256: hash(bytes), state: "ready", width: null, height: null },
  });
  expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
  const file = await get(body.id);
  expect([file.headers.get("etag"), await file.text()]).toEqual([`"${hash(bytes)}"`, bytes]);
  const head = await fetch(`${waypost.url}/v1/media/${body.id}`, {
    method: "HEAD",
    headers: { "x-api-key": waypost.key },
  });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  expect((await waypost.call("GET", `/v1/media/${body.id}/info`)).body).toEqual(body);
});

test("a form's file; its other fields are passed over", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const form = new FormData();
  form.set("note", "x");
  form.set("file", new File([bytes], "../../etc/pass\u202ewd\u0007.bin"));
  const { status, body } = await post(form);
  expect([status, body.filename, body.sha256]).toEqual([201, "passwd.bin", hash(bytes)]);
  const without = new FormData();
  without.set("other", new File(["x"], "x"));
  expect((await post(without)).body).toMatchObject({ status: 422, errors: [{ path: "/file" }] });
  const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
  expect((await post(cut, { "content-type": "multipart/form-data; boundary=b" })).status).toBe(400);
  expect((await post("x", { "content-type": "multipart/form-data" })).status).toBe(400);
});

test("a file at an address is fetched through the guard", async () => {
  const bytes = png(3, 2);
  const host = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(bytes) });
  const url = `http://127.0.0.1:${host.port}/pictures/red.png?size=3`;
  const given = await post(JSON.stringify({ url }), { "content-type": "application/json" });
  await host.stop(true);
  expect([given.status, given.body.filename, given.body.width]).toEqual([201, "red.png", 3]);
  const gone = await post(JSON.stringify({ url }), { "content-type": "application/json" });
  expect(gone.body).toMatchObject({ status: 422, code: "media_unavailable" });
  const inside = await post('{"url":"http://10.0.0.1/"}', { "content-type": "application/json" });
  expect(inside.body).toMatchObject({ status: 422, code: "media_refused" });
  expect((await post('{"address":1}', { "content-type": "application/json" })).status).toBe(422);
});

test("the same bytes are one file, renewed and with its last name", async () => {
  const bytes = crypto.randomUUID();
  const named = (name: string) => ({ "content-disposition": `attachment; filename=${name}.txt` });
  const [first] = await Promise.all(["a", "b", "c"].map((name) => post(bytes, named(name))));
  const before = await waypost.sql`select from media where sha256 = ${hash(bytes)}`;
  await waypost.sql`update media set created_at = now() - interval '89 days' where id = ${first?.body.id}`;
  const last = await post(bytes, named("last"));
  expect([before.length, last.body.id, last.body.filename]).toEqual([1, first?.body.id, "last.txt"]);
  expect(Date.parse(last.body.expires_at)).toBeGreaterThan(Date.now() + 89 * 24 * 3600_000);
  const listed = await waypost.call("GET", `/v1/media?direction=outbound&sha256=${hash(bytes)}`);
  expect(listed.body.data).toEqual([last.body]);
});

test.each<[string, Body, Headers, string, object]>([
  ["an empty file", "", {}, "", { status: 422, code: "invalid_file" }],
  [
    "a page that is called a picture",
    "<!-- x --><HTML><script>",
    { "content-type": "image/png" },
    "",
    { status: 415, code: "unsupported_media_type", found: "text/html" },
  ],
  [
    "noise that is called a video",
    "noise",
    { "content-type": "video/mp4" },
    "",
    { status: 415, found: "application/octet-stream" },
  ],
  ["a document as an image", "%PDF-1.4", {}, "?as=image", { status: 415, found: "application/pdf" }],
  ["an image over its limit", png(1, 1, 5 * 1024 ** 2 + 1), {}, "", { status: 413, limit: 5 * 1024 ** 2 }],
  [
    "an animation as an image",
    "GIF89a",
    {},
    "?as=image",
    { status: 415, found: "image/gif", detail: expect.stringContaining("upload it with ?convert=image") },
  ],
  ["an unknown kind", "x", {}, "?as=hologram", { status: 422 }],
])("%s is refused, and leaves nothing", async (_, body, headers, query, answer) => {
  expect((await post(body, headers, query)).body).toMatchObject(answer);
  expect(incoming()).toEqual([]);
});

test("a file that is too large is refused before it has come", async () => {
  const { promise: refused, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent > 6 * 1024 ** 2) await refused;
      const chunk = sent === 0 ? png(1, 1, 65_536) : new Uint8Array(65_536);
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const answer = await post(body);
  resolve();
  expect(answer.body).toMatchObject({ status: 413, code: "too_large" });
});

test("what bytes show counts: pictures, drawings with scripts, archives, and two kinds in one", async () => {
  const type = async (body: Body, headers: Headers = {}) => {
    const answer = await post(body, headers);
    return [answer.status, answer.body.mime_type, answer.body.kind];
  };
  expect(await type(png(2, 2), { "content-type": "image/jpeg" })).toEqual([201, "image/png", "image"]);
  const drawing = "<?xml version='1.0'?><!-- --><svg onload='alert(1)'></svg>";
  expect(await type(drawing, { "content-type": "text/plain" })).toEqual([201, "image/svg+xml", "document"]);
  expect(await type("GIF89a/*<script>*/")).toEqual([201, "image/gif", "document"]);
  const word = { "content-disposition": 'attachment; filename="offer.docx"' };
  expect(await type("PK\x03\x04 word", word)).toEqual([
    201,
    expect.stringContaining("wordprocessing"),
    "document",
  ]);
  expect(await type("a,b", { "content-type": "text/csv" })).toEqual([201, "text/csv", "document"]);
  const { body } = await post(drawing);
  const served = await get(body.id);
  expect(served.headers.get("content-disposition")).toStartWith("attachment");
  expect(served.headers.get("content-security-policy")).toContain("sandbox");
});

test("a picture of 100,000 × 100,000 pixels is measured by its header alone", async () => {
  const { body } = await post(png(100_000, 100_000));
  expect([body.width, body.height, body.size]).toEqual([100_000, 100_000, 64]);
});

test("a key's first answer comes again, and other bytes under it are refused", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await post("one", headers);
  const again = await post("one", headers);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await post("two", headers)).body).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  expect(incoming()).toEqual([]);
});

test("an organisation's space is not exceeded", async () => {
  await waypost.sql`update organizations set most_media_gb = 1`;
  await waypost.sql`update media_usage set bytes = bytes + 999000000`;
  expect((await post(new Uint8Array(1_100_000))).body).toMatchObject({ status: 507, code: "quota_exceeded" });
  await waypost.sql`update media_usage set bytes = bytes - 999000000`;
  await waypost.sql`update organizations set most_media_gb = null`;
});

test("a deleted file is gone, and another key needs the permission", async () => {
  const { body } = await post("soon gone");
  const path = join(home, "media/files", waypost.organizationId, body.id.slice(-2), body.id);
  expect(existsSync(path)).toBe(true);
  const key = await makeKey(waypost, ["messages:read"]);
  expect((await post("x", { "x-api-key": key })).status).toBe(403);
  expect((await waypost.call("DELETE", `/v1/media/${body.id}`)).status).toBe(204);
  expect([existsSync(path), (await get(body.id)).status]).toEqual([false, 404]);
  expect((await waypost.call("DELETE", `/v1/media/${body.id}`)).status).toBe(404);
});

test("retention counts from the last upload; what a dead daemon left on the way is swept", async () => {
  const [young, old, half] = await Promise.all(["young", "old", "half"].map((text) => post(text)));
  const [a, b, c] = [young?.body.id, old?.body.id, half?.body.id];
  await waypost.sql`update media set created_at = now() - interval '91 days' where id in (${a}, ${b})`;
  await post("young");
  await waypost.sql`
    update media set status = 'pending', created_at = now() - interval '2 hours' where id = ${c}`;
  expect((await get(c)).status).toBe(404);
  const store = createFolderStore(join(home, "media"));
  await sweepMedia(
    { sql: waypost.sql, store, incoming: join(home, "media/incoming") },
    { retentionDays: 90 },
  );
  const left = await waypost.sql`select id from media where id in (${a}, ${b}, ${c})`;
  expect(left.map(({ id }) => id)).toEqual([a]);
  const files = [a, b, c].map((id) =>
    existsSync(join(home, "media/files", waypost.organizationId, id.slice(-2), id)),
  );
  expect(files).toEqual([true, false, false]);
});
