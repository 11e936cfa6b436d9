/** Keys of some channels, and what they may write of quick replies. */
import { expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const PATH = "/v1/quick_replies";

async function otherChannel(): Promise<string> {
  const id = newId("ch");
  await insertChannel(waypost.sql, {
    ...{ organization_id: waypost.organizationId, id, name: "Other" },
    ...{ platform: "whatsapp_web", status: "disconnected", settings: {} },
  });
  return id;
}

async function keyOf(channelIds: string[]) {
  return caller(waypost.url, await makeKey(waypost, ["messages:read", "messages:send"], channelIds));
}

async function made(shortcut: string, channel_ids: string[] | null): Promise<string> {
  const { status, body } = await waypost.call("POST", PATH, { shortcut, body: "Hello", channel_ids });
  expect(status).toBe(201);
  return `${PATH}/${body.id}`;
}

test("a key changes and deletes what is for its own channels alone", async () => {
  const other = await otherChannel();
  const call = await keyOf([waypost.channelId]);
  const own = await made("own", [waypost.channelId]);
  const both = await made("both", [waypost.channelId, other]);
  const all = await made("all", null);
  for (const path of [both, all]) {
    const refused = await call("PATCH", path, { body: "Mine" });
    expect([refused.status, refused.body.code]).toEqual([403, "missing_permission"]);
    expect((await call("DELETE", path)).status).toBe(403);
  }
  expect((await call("PATCH", own, { body: "Mine" })).body.body).toBe("Mine");
  expect((await call("DELETE", own)).status).toBe(204);
});

test("a key of some channels names the channels, and only its own", async () => {
  const other = await otherChannel();
  const call = await keyOf([waypost.channelId]);
  const send = async (shortcut: string, channel_ids?: string[] | null) => {
    const { status, body } = await call("POST", PATH, { shortcut, body: "Hello", channel_ids });
    return [status, body.errors?.[0].path];
  };
  expect(await send("everywhere")).toEqual([422, "/channel_ids"]);
  expect(await send("null", null)).toEqual([422, "/channel_ids"]);
  expect(await send("mixed", [waypost.channelId, other])).toEqual([422, "/channel_ids/1"]);
  expect(await send("mine", [waypost.channelId])).toEqual([201, undefined]);
});

test("a key that only reads changes nothing", async () => {
  const path = await made("fixed", null);
  const call = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  expect((await call("GET", path)).status).toBe(200);
  expect((await call("PATCH", path, { body: "Mine" })).status).toBe(403);
});

test("a shortcut is kept in lower case, and given once", async () => {
  await made("HOURS", null);
  const { status, body } = await waypost.call("POST", PATH, { shortcut: "Hours", body: "Again" });
  expect([status, body.code, body.errors[0].path]).toEqual([409, "shortcut_taken", "/shortcut"]);
});

test("a field that no contact has is refused", async () => {
  const { status, body } = await waypost.call("POST", PATH, { shortcut: "who", body: "{{surname}}" });
  expect([status, body.errors[0].path]).toEqual([422, "/body"]);
});

test("a file that nobody uploaded is refused", async () => {
  const given = { shortcut: "file", body: "See this", media_id: "med_none" };
  const { status, body } = await waypost.call("POST", PATH, given);
  expect([status, body.errors[0].path]).toEqual([422, "/media_id"]);
});
