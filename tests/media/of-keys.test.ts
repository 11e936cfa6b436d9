/** The uploaded files that keys for some channels see. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { caller, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-of-keys-"));
const waypost = ownDaemon({ config: { home } });
afterAll(() => rmSync(home, { recursive: true }));

const PERMISSIONS = ["messages:read", "messages:send", "media:write"];
const keys = { all: "", one: "", same: "", other: "" };
type Name = keyof typeof keys;
beforeAll(async () => {
  keys.all = waypost.key;
  keys.one = await makeKey(waypost, PERMISSIONS, [waypost.channelId]);
  keys.same = await makeKey(waypost, PERMISSIONS, [waypost.channelId, "ch_more"]);
  keys.other = await makeKey(waypost, PERMISSIONS, ["ch_other"]);
});

const call = (name: Name, method: string, path: string, headers = {}) =>
  caller(waypost.url, keys[name])(method, path, undefined, headers);

async function upload(name: Name, text: string): Promise<string> {
  const answer = await fetch(`${waypost.url}/v1/media`, {
    method: "POST",
    headers: { "x-api-key": keys[name], "content-type": "text/plain" },
    body: text,
  });
  return ((await answer.json()) as { id: string }).id;
}

async function seenBy(id: string, list: string, one: (id: string) => string): Promise<Name[]> {
  const seen: Name[] = [];
  for (const name of Object.keys(keys) as Name[]) {
    const { data } = (await call(name, "GET", list)).body;
    const isListed = data.some((row: { id: string }) => row.id === id);
    const { status } = await call(name, "GET", one(id));
    expect([name, status]).toEqual([name, isListed ? 200 : 404]);
    if (isListed) seen.push(name);
  }
  return seen;
}
const readers = (id: string) => seenBy(id, "/v1/media", (one) => `/v1/media/${one}/info`);

test("a file is seen by keys for all channels, and by those that share one with who uploaded it", async () => {
  expect(await readers(await upload("all", "of all"))).toEqual(["all"]);
  expect(await readers(await upload("one", "of one"))).toEqual(["all", "one", "same"]);
  expect(await readers(await upload("other", "of the other"))).toEqual(["all", "other"]);
});

test("who uploads the same bytes sees the file, too, and nobody loses it", async () => {
  const id = await upload("one", "of both");
  expect(await upload("other", "of both")).toBe(id);
  expect(await upload("all", "of both")).toBe(id);
  expect(await readers(id)).toEqual(["all", "one", "same", "other"]);
});

test("only who sees a file can delete it, and every key can send it", async () => {
  const id = await upload("all", "to be kept");
  expect((await call("one", "DELETE", `/v1/media/${id}`)).status).toBe(404);
  const body = {
    channel_id: waypost.channelId,
    to: "14155559001",
    type: "document",
    content: { media_id: id },
  };
  expect((await caller(waypost.url, keys.one)("POST", "/v1/messages", body)).status).toBe(201);
  expect((await call("one", "DELETE", `/v1/media/${await upload("same", "to go")}`)).status).toBe(204);
});

test("an upload in parts is seen by the same, and so is its file", async () => {
  const tus = { "tus-resumable": "1.0.0", "upload-length": "5" };
  const { id } = (await call("one", "POST", "/v1/media/uploads", tus)).body;
  const path = `/v1/media/uploads/${id}`;
  expect(await seenBy(id, "/v1/media/uploads", () => path)).toEqual(["all", "one", "same"]);
  expect((await call("other", "DELETE", path)).status).toBe(404);
  const headers = { "x-api-key": keys.one, "tus-resumable": "1.0.0", "upload-offset": "0" };
  const type = { "content-type": "application/offset+octet-stream" };
  const sent = await fetch(waypost.url + path, {
    method: "PATCH",
    headers: { ...headers, ...type },
    body: "parts",
  });
  expect(sent.status).toBe(204);
  const { media_id } = (await call("one", "GET", path)).body;
  expect(await readers(media_id)).toEqual(["all", "one", "same"]);
});
