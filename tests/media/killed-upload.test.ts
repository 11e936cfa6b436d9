/** A daemon that is killed in the middle of an upload: nothing of it is served, and nothing stays after the sweep. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createFolderStore } from "../../daemon/media/folder-store.ts";
import { sweepMedia } from "../../daemon/media/sweep.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

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
  for (const name of files()) utimesSync(join(incoming, name), new Date(0), new Date(0));
  await sweepMedia({ sql: site.sql, store: createFolderStore(join(home, "media")), incoming }, 90);
  expect(files()).toEqual([]);
  const answer = await fetch(`${again.url}/v1/media`, { method: "POST", headers, body: bytes });
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  expect([answer.status, ((await answer.json()) as { sha256: string }).sha256]).toEqual([201, sha256]);
  expect(files()).toEqual([]);
});
