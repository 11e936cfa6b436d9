/** Files of inbound messages through a whole daemon: fetched, served, refused, removed. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { sweepMedia } from "../../daemon/media/stores/sweep.ts";
import { receive as receiveFrom, settled as settledFile } from "../inbound/support.ts";
import { HOUR_MS, withClockAhead } from "../support/another-clock.ts";
import { makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-media-"));
const waypost = ownDaemon({ config: { home } });
afterAll(async () => {
  rmSync(home, { recursive: true });
});

const receive = (body: object) => receiveFrom(waypost, { from: "16505550200", ...body });
const settled = (id: string) => settledFile(waypost, id);

const get = (id: string, headers: Record<string, string> = {}, key = waypost.key) =>
  fetch(`${waypost.url}/v1/media/${id}`, { headers: { "x-api-key": key, ...headers } });

test.each(["image", "video", "audio", "document", "sticker"])(
  "a file of the kind %s is fetched and served",
  async (kind) => {
    const { content } = await receive({ kind, content: { filename: "naïve.bin" } });
    expect(await settled(content.media_id)).toBe("stored");
    expect(content.media_url).toBe(`/v1/media/${content.media_id}`);
    const answer = await get(content.media_id);
    expect(answer.status).toBe(200);
    const bytes = await answer.bytes();
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(answer.headers.get("content-type")).toBe(content.mime_type);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-disposition")).toBe(
      `${kind === "document" ? "attachment" : "inline"}; filename="na_ve.bin"; filename*=UTF-8''na%C3%AFve.bin`,
    );
    const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    expect(answer.headers.get("etag")).toBe(`"${digest}"`);
  },
);

test("parts, conditions and what is not there", async () => {
  const { content } = await receive({ kind: "document", content: { base64: btoa("0123456789") } });
  await settled(content.media_id);
  const part = await get(content.media_id, { range: "bytes=2-4" });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
    206,
    "bytes 2-4/10",
    "234",
  ]);
  expect(await (await get(content.media_id, { range: "bytes=-3" })).text()).toBe("789");
  expect(await (await get(content.media_id, { range: "bytes=8-" })).text()).toBe("89");
  const beyond = await get(content.media_id, { range: "bytes=10-" });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  const etag = part.headers.get("etag") ?? "";
  expect((await get(content.media_id, { "if-none-match": etag })).status).toBe(304);
  expect((await get(content.media_id, { range: "bytes=2-4", "if-range": '"other"' })).status).toBe(200);
  expect((await get("med_unknown")).status).toBe(404);
  const elsewhere = await makeKey(waypost, ["messages:read"], ["ch_other"]);
  expect((await get(content.media_id, {}, elsewhere)).status).toBe(404);
  expect((await get(content.media_id, {}, await makeKey(waypost, ["messages:send"]))).status).toBe(403);
});

test("a file of the wrong type is refused with a clear error on the record, and nothing is stored", async () => {
  const { id, content } = await receive({
    kind: "image",
    content: { base64: btoa("<html>"), mime_type: "image/png" },
  });
  expect(await settled(content.media_id)).toBe("failed");
  const { body } = await waypost.call("GET", `/v1/messages/${id}`);
  expect(body.error).toMatchObject({ code: "media_wrong_type", retryable: false });
  const answer = await get(content.media_id);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: "media_failed", error: { code: "media_wrong_type" } });
  expect(readdirSync(join(home, "media/incoming"))).toEqual([]);
});

test("what a file's bytes are decides, not what was announced", async () => {
  const { content } = await receive({ kind: "image", content: { mime_type: "image/jpeg" } });
  expect(await settled(content.media_id)).toBe("stored");
  expect((await get(content.media_id)).headers.get("content-type")).toBe("image/png");
});

test("a file the platform does not know is gone", async () => {
  const { content } = await receive({
    message: { type: "image", image: { id: "1", mime_type: "image/png" } },
  });
  expect(await settled(content.media_id)).toBe("failed");
  expect(await (await get(content.media_id)).json()).toMatchObject({ error: { code: "media_gone" } });
});

test("retention removes the file and its record, by the database's clock", async () => {
  const { content } = await receive({ kind: "image" });
  await settled(content.media_id);
  const path = join(
    home,
    "media/files",
    waypost.organizationId,
    content.media_id.slice(-2),
    content.media_id,
  );
  const store = createFolderStore(join(home, "media"));
  const sweep = () =>
    sweepMedia({ sql: waypost.sql, store, incoming: join(home, "media/incoming") }, { retentionDays: 90 });
  await withClockAhead(91 * 24 * HOUR_MS, sweep);
  expect(existsSync(path)).toBe(true);
  await waypost.sql`update media set created_at = now() - interval '91 days' where id = ${content.media_id}`;
  await sweep();
  expect(existsSync(path)).toBe(false);
  expect((await get(content.media_id)).status).toBe(404);
});
