/** The quota of an organisation's files: when it is used up, messages arrive all the same, and files wait. */
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receive as receiveFrom } from "../inbound/support.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { eventually, until } from "../support/until.ts";

const GIGABYTE = 1_000_000_000;
let waypost: OwnDaemon;
const end: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of end.splice(0).reverse()) await close();
});

/** What every file holds. */
const FILE = "hello";

/** A daemon whose Graph API records its requests. */
async function start(config: object): Promise<string[]> {
  const requests: string[] = [];
  const graph = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      const { origin, pathname } = new URL(request.url);
      requests.push(pathname);
      if (pathname === "/file") return new Response(FILE);
      return Response.json({ url: `${origin}/file`, mime_type: "text/plain", file_size: FILE.length });
    },
  });
  end.push(() => graph.stop(true));
  const home = mkdtempSync(join(tmpdir(), "waypost-quota-"));
  end.push(() => rmSync(home, { recursive: true }));
  const graphUrl = `http://127.0.0.1:${graph.port}/v23.0`;
  waypost = await startTestDaemon({ config: { home, graphUrl, logLevel: "silent", ...config } });
  end.push(() => waypost.stop());
  return requests;
}

const take = (bytes: number) => waypost.sql`
  insert into media_usage (organization_id, bytes) values (${waypost.organizationId}, ${bytes})
  on conflict (organization_id) do update set bytes = excluded.bytes`;

const receive = () =>
  receiveFrom(waypost, { from: "16505550200", kind: "document", content: { base64: btoa(FILE) } });

/** Why the file of a message waits. */
const waits = (id: string) =>
  eventually("reason", async () => (await waypost.call("GET", `/v1/messages/${id}`)).body.error);

async function stored(id: string) {
  const status = async () => (await waypost.sql`select status from media where id = ${id}`)[0]?.status;
  await until(async () => (await status()) === "stored");
}

/** Has a file that waits tried again now, which another one's arrival sets going. */
async function tryAgain(id: string) {
  await waypost.sql`update lane_items set due_at = now() where item_id = ${id}`;
  await receive();
}

test("a message arrives where there is no room for its file, which is not requested from WhatsApp until there is", async () => {
  const requests = await start({ organizationMediaGb: 1 });
  await take(GIGABYTE);
  const { id, content } = await receive();
  expect(await waits(id)).toMatchObject({
    code: "media_no_room",
    title: "No room for media",
    retryable: true,
    detail: expect.stringContaining("1 GB"),
  });
  expect(requests).toEqual([]);
  const answer = await waypost.call("GET", `/v1/media/${content.media_id}`);
  expect([answer.status, answer.body.code]).toEqual([409, "media_pending"]);
  await take(0);
  await tryAgain(content.media_id);
  await stored(content.media_id);
  expect((await waypost.call("GET", `/v1/messages/${id}`)).body.error).toBeNull();
});

test("a file that is announced larger than what is left waits, and nothing of it is fetched", async () => {
  const requests = await start({ organizationMediaGb: 1 });
  await take(GIGABYTE - FILE.length + 1);
  const { id, content } = await receive();
  expect(await waits(id)).toMatchObject({ code: "media_no_room", retryable: true });
  expect(requests).not.toContain("/file");
  expect(existsSync(join(waypost.config.home, "media"))).toBe(false);
  await take(GIGABYTE - FILE.length);
  await tryAgain(content.media_id);
  await stored(content.media_id);
});

test.each([
  ["more", 2],
  ["no limit", 0],
])("an organisation may have %s of its own", async (_, most) => {
  await start({ organizationMediaGb: 1 });
  await take(GIGABYTE);
  await waypost.sql`update organizations set most_media_gb = ${most}`;
  const { content } = await receive();
  await stored(content.media_id);
});

test("an organisation may have less of its own", async () => {
  await start({ organizationMediaGb: 0 });
  await take(GIGABYTE);
  const { content } = await receive();
  await stored(content.media_id);
  await waypost.sql`update organizations set most_media_gb = 1`;
  expect(await waits((await receive()).id)).toMatchObject({ code: "media_no_room" });
});
