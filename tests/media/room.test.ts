/** That files of one organisation take no more than they may, however many come at once. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownDaemon } from "../support/own-daemon.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-room-"));
const waypost = ownDaemon({ config: { home } });
afterAll(() => rmSync(home, { recursive: true }));

const MEGABYTE = 1024 ** 2;

/** A document that no other has the bytes of. */
function document(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}`));
  return bytes;
}

const ask = (path: string, headers: Record<string, string>, body: Bun.BodyInit | null = null) =>
  fetch(waypost.url + path, { method: "POST", headers: { "x-api-key": waypost.key, ...headers }, body });
const begin = (length: number) =>
  ask("/v1/media/uploads", { "tus-resumable": "1.0.0", "upload-length": String(length) });

test("of uploads that begin at once, no more are taken than there is room for", async () => {
  await waypost.sql`delete from resumable_uploads`;
  await waypost.sql`
    insert into resumable_uploads (organization_id, id, length)
    select ${waypost.organizationId}, 'upl_' || n, 1 from generate_series(1, 195) as n`;
  const begun = await Promise.all(Array.from({ length: 20 }, () => begin(10)));
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(5);
  await waypost.sql`delete from resumable_uploads`;
  await waypost.sql`update organizations set most_media_gb = 1`;
  const large = await Promise.all(Array.from({ length: 20 }, () => begin(90 * MEGABYTE)));
  expect(large.filter(({ status }) => status === 201)).toHaveLength(10);
});

test("of files that are uploaded at once, no more are kept than there is room for", async () => {
  await waypost.sql`update organizations set most_media_gb = 1`;
  await waypost.sql`
    insert into media_usage (organization_id, bytes) values (${waypost.organizationId}, 999999750)
    on conflict (organization_id) do update set bytes = excluded.bytes`;
  const upload = () =>
    ask("/v1/media", { "content-type": "application/pdf" }, document(100)).then(({ status }) => status);
  const statuses = await Promise.all(Array.from({ length: 12 }, upload));
  expect(statuses.toSorted()).toEqual([...Array(2).fill(201), ...Array(10).fill(507)]);
  const [row] = await waypost.sql`select bytes from media_usage`;
  expect(row?.bytes).toBe(999999950);
});
