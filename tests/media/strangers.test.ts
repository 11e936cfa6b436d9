/**
 * Members of files that other people write delay nobody's files, break no answer, and lead nowhere but to the platform.
 */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receive as receiveFrom, settled as settledFile } from "../inbound/support.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";

let waypost: OwnDaemon;
const end: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of end.splice(0).reverse()) await close();
});

async function start(config: object = {}): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "waypost-strangers-"));
  end.push(() => rmSync(home, { recursive: true }));
  waypost = await startTestDaemon({ config: { home, logLevel: "silent", ...config } });
  end.push(() => waypost.stop());
}

/** A document that somebody sends; answers with its record. */
const receive = (content: object = {}) =>
  receiveFrom(waypost, {
    ...{ from: "16505550200", kind: "document" },
    content: { base64: btoa("hello"), ...content },
  });
const settled = (id: string) => settledFile(waypost, id);

const get = (id: string) => fetch(`${waypost.url}/v1/media/${id}`, { headers: { "x-api-key": waypost.key } });

test.each([
  ["application/pdf\u0000", "application/pdf"],
  ["application/pdf\r\nx-hostile: 1", "application/octet-stream"],
  ["ａpplication/pdf", "application/octet-stream"],
  [`a/${"b".repeat(9000)}`, "application/octet-stream"],
])("a file whose type is given as %j is stored and served as %s", async (said, served) => {
  await start();
  const { content } = await receive({ mime_type: said });
  expect(await settled(content.media_id)).toBe("stored");
  const answer = await get(content.media_id);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, served]);
  expect(await answer.text()).toBe("hello");
});

test("a hostile name is shown without what nobody sees, and cut", async () => {
  await start();
  const filename = `in\u0000voice\r\n\u202egpj.exe\ud800${"x".repeat(400)}.pdf`;
  const { content } = await receive({ filename });
  expect(content.file_name).toHaveLength(255);
  expect(content.file_name).toStartWith("invoicegpj.exe\ufffdxx");
  expect(content.file_name).toEndWith("x.pdf");
  expect(await settled(content.media_id)).toBe("stored");
  expect((await get(content.media_id)).headers.get("content-disposition")).toMatch(
    /^attachment; filename="invoicegpj\.exe_x+\.pdf"; filename\*=UTF-8''invoicegpj\.exe%EF%BF%BDx+\.pdf$/,
  );
});

test("a type that was stored before types were checked is served as bytes", async () => {
  await start();
  const { content } = await receive();
  await settled(content.media_id);
  await waypost.sql`update media set mime_type = ${"image/png\r\nx-hostile: 1"}, file_name = ${'a"\u0007\n'}`;
  const answer = await get(content.media_id);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="a_"; filename*=UTF-8''a%22`);
});

test("a file whose result the database does not take is stored without its details and holds up no other", async () => {
  await start();
  await waypost.sql`
    create function refuse_type() returns trigger language plpgsql as $$
    begin
      if new.mime_type = 'text/refused' then raise exception 'a fault of the test' using errcode = '22021'; end if;
      return new;
    end $$`;
  await waypost.sql`create trigger refuse_type before update on media for each row execute function refuse_type()`;
  // as the look-up says it, not the webhook
  await waypost.sql`
    create function no_type() returns trigger language plpgsql as $$
    begin new.mime_type := null; return new; end $$`;
  await waypost.sql`create trigger no_type before insert on media for each row execute function no_type()`;
  const types = ["text/plain", "text/refused", "text/plain", "text/plain"];
  const received = await Promise.all(types.map((mime_type) => receive({ mime_type })));
  for (const { content } of received) expect(await settled(content.media_id)).toBe("stored");
  const served = await Promise.all(received.map(({ content }) => get(content.media_id)));
  expect(served.map((answer) => answer.headers.get("content-type"))).toEqual(
    types.map((type) => (type === "text/refused" ? "application/octet-stream" : type)),
  );
});

test("a file that was begun again and again without a result is given up", async () => {
  const graph = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json({ error: { code: 131000, message: "later" } }, { status: 500 }),
  });
  end.push(() => graph.stop(true));
  await start({ graphUrl: `http://127.0.0.1:${graph.port}/v23.0` });
  const { id, content } = await receive();
  await waypost.sql`update lane_items set attempt = 12, due_at = now() where item_id = ${content.media_id}`;
  await receive();
  expect(await settled(content.media_id)).toBe("failed");
  const { body } = await waypost.call("GET", `/v1/messages/${id}`);
  expect(body.error).toMatchObject({
    code: "media_unavailable",
    detail: expect.stringContaining("given up after 12 attempts"),
    retryable: false,
  });
});

test("the token of a channel goes to no host but Meta's, whatever URL the Graph API answers", async () => {
  const requests: string[] = [];
  const stranger = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      requests.push(request.url);
      return new Response("hello");
    },
  });
  const graph = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json({ url: `http://127.0.0.1:${stranger.port}/file`, mime_type: "text/plain" }),
  });
  end.push(() => Promise.all([stranger.stop(true), graph.stop(true)]));
  await start({ graphUrl: `http://127.0.0.1:${graph.port}/v23.0` });
  const { id, content } = await receive();
  expect(await settled(content.media_id)).toBe("failed");
  const { body } = await waypost.call("GET", `/v1/messages/${id}`);
  expect(body.error).toMatchObject({ code: "media_refused", retryable: false });
  expect(requests).toEqual([]);
});

test("why a file is tried again shows on its message until it is fetched", async () => {
  let isAway = true;
  const graph = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      if (isAway)
        return Response.json({ error: { code: 131000, message: "Something went wrong" } }, { status: 500 });
      const { origin, pathname } = new URL(request.url);
      return pathname === "/file"
        ? new Response("hello")
        : Response.json({ url: `${origin}/file`, mime_type: "text/plain", file_size: 5 });
    },
  });
  end.push(() => graph.stop(true));
  await start({ graphUrl: `http://127.0.0.1:${graph.port}/v23.0` });
  const { id, content } = await receive({ sha256: null });
  const error = async () => (await waypost.call("GET", `/v1/messages/${id}`)).body.error;
  await until(async () => (await error()) !== null);
  expect(await error()).toMatchObject({ code: "media_unavailable", retryable: true });
  isAway = false;
  await waypost.sql`update lane_items set due_at = now() where item_id = ${content.media_id}`;
  await receive();
  expect(await settled(content.media_id)).toBe("stored");
  expect(await error()).toBeNull();
});
