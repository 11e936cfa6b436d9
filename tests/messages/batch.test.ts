import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const text = (to: string, more: object = {}) => ({
  channel_id: waypost.channelId,
  to,
  type: "text",
  content: { body: "Hello" },
  ...more,
});
const post = (messages: unknown, key?: string) =>
  waypost.call(
    "POST",
    "/v1/messages/batch",
    { messages },
    key === undefined ? {} : { "idempotency-key": key },
  );
const statuses = (answer: { body: { data: { status: number }[] } }) =>
  answer.body.data.map((one) => one.status);

test("each message is accepted or refused on its own, in order", async () => {
  const answer = await post([
    text("14155552001"),
    text("14155552002", { content: {} }),
    "not a message",
    text("14155552003", { channel_id: "ch_unknown" }),
    text("14155552004", { conversation_id: "cv_unknown" }),
    text("14155552005", { type: "poll" }),
    text("14155552006"),
  ]);
  expect(answer.status).toBe(200);
  expect(statuses(answer)).toEqual([201, 422, 422, 422, 422, 422, 201]);
  const codes = answer.body.data.map((one: { problem?: { code: string } }) => one.problem?.code);
  expect(codes).toEqual([
    undefined,
    "invalid_content",
    "invalid_request",
    "channel_not_found",
    "conversation_not_found",
    "unsupported_on_platform",
    undefined,
  ]);
  expect(answer.body.data[2].problem.detail).toBe("the message: expected an object");
  await waypost.until(answer.body.data[0].message.id, "read");
  await waypost.until(answer.body.data[6].message.id, "read");
});

test("a thousand messages are one call, and each is sent once", async () => {
  const answer = await post(Array.from({ length: 1000 }, (_, index) => text(`1415556${1000 + index}`)));
  expect(new Set(statuses(answer))).toEqual(new Set([201]));
  const ids: string[] = answer.body.data.map((one: { message: { id: string } }) => one.message.id);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) await waypost.until(id, "sent", "delivered", "read");
  const counts = await (await fetch(`${waypost.sandbox.url}/sandbox/counts`)).json();
  expect((counts as { repeated: unknown[] }).repeated).toEqual([]);
});

test.each([
  ["no messages", []],
  ["1,001 messages", Array.from({ length: 1001 }, () => ({}))],
])("%s are refused as a whole", async (_, messages) => {
  const { status, body } = await post(messages);
  expect([status, body.errors[0].path]).toEqual([422, "/messages"]);
});

test("posts with one idempotency key are one batch, refusals included", async () => {
  const messages = [text("14155552007"), text("14155552008", { content: {} })];
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(messages, "batch-1")));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.get("idempotent-replayed") === "true")).toHaveLength(19);
  const list = await waypost.call("GET", "/v1/messages?to=14155552007");
  expect(list.body.data).toHaveLength(1);
});

test("a key of one batch is refused for another, and for a single send", async () => {
  await post([text("14155552009")], "batch-2");
  const other = await post([text("14155552010")], "batch-2");
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  const single = await waypost.call("POST", "/v1/messages", text("14155552009"), {
    "idempotency-key": "batch-2",
  });
  expect([single.status, single.body.code]).toEqual([422, "idempotency_key_reused"]);
});

test("batches to the same people in opposite orders all come through", async () => {
  const people = Array.from({ length: 100 }, (_, index) => text(`1415558${1000 + index}`));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post(index % 2 === 0 ? people : people.toReversed())),
  );
  expect(answers.map((answer) => [answer.status, ...new Set(statuses(answer))])).toEqual(
    answers.map(() => [200, 201]),
  );
});
