/** Quick replies of a file, through the API. */
import { beforeEach, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const PATH = "/v1/quick_replies";

beforeEach(async () => {
  await waypost.sql`delete from quick_replies`;
});

async function take(text: string, given: object = {}, call = waypost.call): Promise<string[]> {
  const { status, body } = await call("POST", `${PATH}/import`, { text, ...given });
  if (status !== 200) return [body.errors[0].path, body.errors[0].message];
  return body.data.map(({ shortcut, action }: Record<string, string>) => `${shortcut} ${action}`);
}

async function bodies(): Promise<Record<string, string>> {
  const { data } = (await waypost.call("GET", PATH)).body;
  return Object.fromEntries(data.map(({ shortcut, body }: Record<string, string>) => [shortcut, body]));
}

test("what is new is created, what differs is changed, and what is not in the file stays", async () => {
  expect(await take('[{"shortcut":"a","body":"1"},{"shortcut":"b","body":"1"}]')).toEqual([
    "a create",
    "b create",
  ]);
  expect(await take('[{"shortcut":"A","body":"2"},{"shortcut":"c","body":"1"}]')).toEqual([
    "A change",
    "c create",
  ]);
  expect(await bodies()).toEqual({ a: "2", b: "1", c: "1" });
  expect(await take('{"data":[{"shortcut":"a","body":"2","id":"qr_1"}]}')).toEqual(["a none"]);
});

test("a dry run says what would happen, and writes nothing", async () => {
  expect(await take('[{"shortcut":"a","body":"1"}]', { dry_run: true })).toEqual(["a create"]);
  expect(await bodies()).toEqual({});
  await take('[{"shortcut":"a","body":"1"}]');
  expect(await take('[{"shortcut":"a","body":"2"}]', { dry_run: true })).toEqual(["a change"]);
  expect(await bodies()).toEqual({ a: "1" });
});

test("what is refused leaves the others alone", async () => {
  const rows = '[{"shortcut":"a","body":"1"},{"shortcut":"A","body":"2"},{"shortcut":"b"},5]';
  expect(await take(rows)).toEqual(["a create", "A refused", "b refused", "number 4 refused"]);
  expect(await bodies()).toEqual({ a: "1" });
});

test("a file is read as CSV by its name, and otherwise as YAML", async () => {
  const csv = `shortcut,body,channel_ids,title\na,"1, 2",${waypost.channelId},\n\n`;
  expect(await take(csv, { name: "replies.CSV" })).toEqual(["a create"]);
  const [made] = (await waypost.call("GET", PATH)).body.data;
  expect([made.body, made.title, made.channel_ids]).toEqual(["1, 2", "a", [waypost.channelId]]);
  expect(await take("- shortcut: b\n  body: from YAML", { name: "csv" })).toEqual(["b create"]);
});

test("a file without quick replies, or with too many, is refused", async () => {
  expect((await take("words"))[0]).toBe("/text");
  expect((await take("[]"))[1]).toStartWith("there is no quick reply in it");
  expect((await take("[1"))[0]).toBe("/text");
  const many = (count: number) => `[${'{"shortcut":"a","body":"b"},'.repeat(count)}]`.replace(",]", "]");
  expect((await waypost.call("POST", `${PATH}/import`, { text: many(1001) })).status).toBe(422);
  expect(await take(many(1000), { dry_run: true })).toHaveLength(1000);
});

test("a key of some channels changes nothing that is for others", async () => {
  await take('[{"shortcut":"a","body":"1"}]');
  const key = await makeKey(waypost, ["messages:read", "messages:send"], [waypost.channelId]);
  const text = `[{"shortcut":"a","body":"2"},{"shortcut":"b","body":"1","channel_ids":["${waypost.channelId}"]}]`;
  expect(await take(text, {}, caller(waypost.url, key))).toEqual(["a refused", "b create"]);
  expect(await bodies()).toEqual({ a: "1", b: "1" });
});
