/**
 * A daemon that is killed in the middle of an upload, or of a conversion: nothing of it is served, what was kept is gone
 * on with, and nothing stays after the sweep.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, utimesSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { sweepMedia } from "../../daemon/media/stores/sweep.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { runCli } from "../cli/run-cli.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { eventually, until } from "../support/until.ts";

let site: Site;
const port = freePort();
const home = temporaryFolder("killed-upload");
const incoming = join(home, "media/incoming");
beforeAll(async () => {
  site = await prepareSite(port, {});
});
afterAll(() => site.stop());

const files = () => {
  try {
    return readdirSync(incoming);
  } catch {
    return [];
  }
};

const pieces = () =>
  readdirSync(join(home, "media/files"), { recursive: true }).filter((name) => String(name).includes("pce_"));

/** Waits until a process is gone; where nothing ends it with its daemon, it is killed here. */
async function ends(pid: string): Promise<void> {
  if (process.platform !== "linux" || Bun.which("setpriv") === null)
    return void process.kill(Number(pid), "SIGKILL");
  await until(async () => {
    const status = await Bun.file(`/proc/${pid}/stat`)
      .text()
      .catch(() => "");
    return status === "" || status.includes(") Z ");
  });
}

/** Runs the sweep at a time when the dead daemon's files are old. */
async function sweepLater(): Promise<void> {
  for (const name of files()) utimesSync(join(incoming, name), new Date(0), new Date(0));
  await site.sql`update resumable_pieces set created_at = now() - interval '2 hours'`;
  await sweepMedia(
    { sql: site.sql, store: createFolderStore(join(home, "media")), incoming },
    { retentionDays: 90 },
  );
}

test("half a file is never there, and the same bytes are taken afterwards", async () => {
  const daemon = await site.start(port, { WAYPOST_HOME: home });
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), crypto.getRandomValues(new Uint8Array(60_000))]);
  const headers = { "x-api-key": site.key, "content-type": "application/pdf" };
  const half = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(bytes.subarray(0, 30_000))),
  });
  const cut = fetch(`${daemon.url}/v1/media`, { method: "POST", headers, body: half }).catch(() => null);
  await until(() => files().length === 1);
  await daemon.kill();
  await cut;
  const again = await site.start(port, { WAYPOST_HOME: home });
  const call = caller(again.url, site.key);
  expect((await call("GET", "/v1/media")).body.data).toEqual([]);
  await sweepLater();
  expect(files()).toEqual([]);
  const answer = await fetch(`${again.url}/v1/media`, { method: "POST", headers, body: bytes });
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  expect([answer.status, ((await answer.json()) as { sha256: string }).sha256]).toEqual([201, sha256]);
  expect(files()).toEqual([]);
  await again.kill();
});

test("waypost continues a large file where the killed daemon was, and ends with the same bytes", async () => {
  const daemon = await site.start(port, { WAYPOST_HOME: home });
  const path = join(home, "catalogue.pdf");
  const bytes = new Uint8Array(40 * 1024 ** 2);
  bytes.set(Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}`));
  await Bun.write(path, bytes);
  const env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: site.key };
  const uploading = runCli(["media", "upload", path, "--json"], { env });
  await eventually("piece of the file", () =>
    site.sql`select from resumable_uploads where received > 0`.then(([row]) => row),
  );
  const received = await site.sql.begin(async (sql) => {
    // no further piece counts until the daemon is dead
    const rows = await sql<{ received: number }[]>`select received from resumable_uploads for update`;
    await daemon.kill();
    return rows[0]?.received;
  });
  expect(received).toBeGreaterThan(0);
  expect(received).toBeLessThan(bytes.length);
  const again = await site.start(port, { WAYPOST_HOME: home });
  const call = caller(again.url, site.key);
  const { code, stdout, stderr } = await uploading;
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const { id, sha256 } = JSON.parse(stdout);
  expect(sha256).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
  const served = await fetch(`${again.url}/v1/media/${id}`, { headers: { "x-api-key": site.key } });
  expect(new Bun.CryptoHasher("sha256").update(await served.arrayBuffer()).digest("hex")).toBe(sha256);
  expect((await call("GET", "/v1/media/uploads")).body.data).toEqual([]);
  await sweepLater();
  expect([files(), pieces()]).toEqual([[], []]);
  await again.kill();
});

test("half of a conversion is never there, nothing of it stays, and ffmpeg ends with its daemon", async () => {
  const ffmpeg = join(home, "ffmpeg");
  const pids = join(home, "pids");
  await Bun.write(
    ffmpeg,
    `#!/bin/sh\necho $$ >> ${pids}\nfor last; do :; done\necho half > "\${last#file:}"\nexec sleep 600\n`,
  );
  await chmod(ffmpeg, 0o755);
  const daemon = await site.start(port, { WAYPOST_HOME: home, WAYPOST_FFMPEG: ffmpeg });
  const answer = fetch(`${daemon.url}/v1/media?convert=voice`, {
    ...{ method: "POST", headers: { "x-api-key": site.key }, body: "ID3\x03 a recording" },
  }).catch(() => null);
  await until(() => files().some((name) => name.endsWith(".ogg")));
  const before = await site.sql`select id from media`;
  await daemon.kill();
  await answer;
  for (const pid of (await Bun.file(pids).text()).trim().split("\n")) await ends(pid);
  expect(files().length).toBeGreaterThan(1);
  await sweepLater();
  expect(files()).toEqual([]);
  expect(await site.sql`select id from media`).toEqual(before);
});
