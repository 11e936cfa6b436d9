/** Marking what was read as unread again. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { hear, idsOf, newUser } from "./support.ts";

const waypost = sharedDaemon();
type Who = { call: typeof waypost.call };

const mark = ({ call }: Who, id: string, as: "read" | "unread") =>
  call("POST", `/v1/conversations/${id}/${as}`, {});
const unread = async ({ call }: Who, id: string) =>
  (await call("GET", `/v1/conversations/${id}`)).body.unread_count;

test("the last message is unread again, for who says so", async () => {
  const [ada, bo] = [await newUser(waypost), await newUser(waypost)];
  const id = await hear(waypost, "14155569001");
  await hear(waypost, "14155569001");
  for (const who of [ada, bo, waypost]) await mark(who, id, "read");
  expect((await mark(ada, id, "unread")).body).toMatchObject({ id, unread_count: 1 });
  expect([await unread(ada, id), await unread(bo, id), await unread(waypost, id)]).toEqual([1, 0, 0]);
  expect([await idsOf(ada, "unread=true"), await idsOf(bo, "unread=true")]).toEqual([[id], []]);
  expect((await ada.call("GET", "/v1/conversations/counts")).body.unread).toBe(1);
  expect((await mark(ada, id, "read")).body.unread_count).toBe(0);
});

test("what is unread stays so, and what comes is counted with it", async () => {
  const id = await hear(waypost, "14155569002");
  await hear(waypost, "14155569002");
  expect((await mark(waypost, id, "unread")).body.unread_count).toBe(2);
  await mark(waypost, id, "read");
  await mark(waypost, id, "unread");
  await hear(waypost, "14155569002");
  expect(await unread(waypost, id)).toBe(2);
});

test("with an idempotency key, it is marked once", async () => {
  const id = await hear(waypost, "14155569005");
  const path = `/v1/conversations/${id}/unread`;
  const key = { "idempotency-key": crypto.randomUUID() };
  await mark(waypost, id, "read");
  expect((await waypost.call("POST", path, {}, key)).body.unread_count).toBe(1);
  await mark(waypost, id, "read");
  await waypost.call("POST", path, {}, key);
  expect(await unread(waypost, id)).toBe(0);
});

test("a user who was made later marks as unread what came before", async () => {
  const id = await hear(waypost, "14155569003", 3600);
  const late = await newUser(waypost);
  expect(await unread(late, id)).toBe(0);
  expect((await mark(late, id, "unread")).body.unread_count).toBe(1);
});

test("what the contact never wrote can't be unread", async () => {
  const sent = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: "14155569004", type: "text", content: { body: "Hello" } },
  });
  const id = (await waypost.call("GET", `/v1/messages/${sent.body.id}`)).body.conversation_id;
  expect(await mark(waypost, id, "unread")).toMatchObject({ status: 422, body: { code: "nothing_to_read" } });
});
