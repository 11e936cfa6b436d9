import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { RECIPIENT_PREFIX, RECIPIENTS } from "../../../daemon/sandbox/graph/messages/recipients.ts";
import { codeOf, type Json, openSandbox, type TestSandbox, text, wamidOf } from "./support.ts";

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ timings: { sentMs: 1, deliveredMs: 2, readMs: 3 }, slowMs: 50 });
});
afterEach(() => sandbox.close());

function numberOf(name: string, last = "07"): string {
  const recipient = RECIPIENTS.find((entry) => entry.name === name);
  if (recipient === undefined) throw new Error(`there is no recipient ${name}`);
  return RECIPIENT_PREFIX + recipient.digits + last;
}

/** The statuses of one message, in the order of arrival, once there are `count` of them. */
async function reported(wamid: string, count: number): Promise<string[]> {
  const own = () => sandbox.receiver.statuses().filter(({ id }) => id === wamid);
  await sandbox.receiver.until(() => own().length >= count);
  return own().map(({ status }) => status);
}

/** Sends to someone who is reached and waits for it, so that whatever came before is reported too. */
async function afterOthers(): Promise<void> {
  await reported(wamidOf(await sandbox.send(text())), 3);
}

async function statusesOf(name: string, count: number): Promise<string[]> {
  const statuses = await reported(wamidOf(await sandbox.send(text(), numberOf(name))), count);
  return statuses.toSorted();
}

async function codes(name: string, calls: number, last?: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let call = 0; call < calls; call += 1) {
    answers.push(codeOf(await sandbox.send(text(), numberOf(name, last))) ?? "accepted");
  }
  return answers;
}

test("a number of one's own is delivered and read", async () => {
  const wamid = wamidOf(await sandbox.send(text(), "4915112345678"));
  expect((await reported(wamid, 3)).toSorted()).toEqual(["delivered", "read", "sent"]);
});

test("reached is delivered and read", async () => {
  expect(await statusesOf("reached", 3)).toEqual(["delivered", "read", "sent"]);
});

test("undeliverable fails with 131026", async () => {
  expect(await statusesOf("undeliverable", 1)).toEqual(["failed"]);
  expect(sandbox.receiver.statuses()[0]).toMatchObject({
    errors: [{ code: 131026, title: "Message undeliverable", error_data: { details: expect.any(String) } }],
  });
});

describe("refused at first, then taken, each number by itself:", () => {
  test.each([
    ["pair-limit", 131056],
    ["throttled", 130429],
    ["outage", 131000],
  ])("%s with %d", async (name, code) => {
    expect(await codes(name, 4)).toEqual([code, code, "accepted", "accepted"]);
    expect(await codes(name, 1, "08")).toEqual([code]);
  });
});

test("silent is accepted and never reported", async () => {
  const wamid = wamidOf(await sandbox.send(text(), numberOf("silent")));
  await afterOthers();
  expect(await reported(wamid, 0)).toEqual([]);
});

async function withoutAnswer(name: string): Promise<string> {
  const to = numberOf(name);
  await expect(sandbox.send({ ...text(), biz_opaque_callback_data: "ours" }, to)).rejects.toThrow();
  const { body } = await sandbox.control("GET", `messages?to=${to}`);
  expect(body.data).toMatchObject([{ to, type: "text", biz_opaque_callback_data: "ours" }]);
  return (body.data as { wamid: string }[])[0]?.wamid ?? "";
}

test("answer-lost is accepted and read without an answer", async () => {
  const wamid = await withoutAnswer("answer-lost");
  expect((await reported(wamid, 3)).toSorted()).toEqual(["delivered", "read", "sent"]);
  expect(sandbox.receiver.statuses()[0]).toMatchObject({ biz_opaque_callback_data: "ours" });
});

test("answer-lost-silent is accepted without an answer and never reported", async () => {
  const wamid = await withoutAnswer("answer-lost-silent");
  await afterOthers();
  expect(await reported(wamid, 0)).toEqual([]);
});

test("slow reports before it answers", async () => {
  const order: string[] = [];
  const answered = sandbox.send(text(), numberOf("slow")).then(() => order.push("answered"));
  await sandbox.receiver.until(() => sandbox.receiver.statuses().length === 3);
  order.push("reported");
  await answered;
  expect(order).toEqual(["reported", "answered"]);
});

test("replies writes back", async () => {
  const to = numberOf("replies");
  await sandbox.send(text(), to);
  const messages = () => sandbox.receiver.values().filter((value) => value.messages !== undefined);
  await sandbox.receiver.until(() => messages().length === 1);
  expect(messages()[0]).toMatchObject({
    contacts: [{ wa_id: to, profile: { name: expect.any(String) } }],
    messages: [{ from: to, type: "text", text: { body: expect.stringMatching(/^Hello/) } }],
  } as Json);
});

test("delivered-only is never read", async () => {
  const wamid = wamidOf(await sandbox.send(text(), numberOf("delivered-only")));
  await afterOthers();
  expect((await reported(wamid, 2)).toSorted()).toEqual(["delivered", "sent"]);
});

test("token-expired is refused with 190 every time", async () => {
  expect(await codes("token-expired", 4)).toEqual([190, 190, 190, 190]);
  expect((await sandbox.send(text(), numberOf("token-expired"))).status).toBe(401);
});

test("read-only is reported sent and read", async () => {
  expect(await statusesOf("read-only", 2)).toEqual(["read", "sent"]);
});

test("repeated is reported twice each", async () => {
  expect(await statusesOf("repeated", 6)).toEqual(["delivered", "delivered", "read", "read", "sent", "sent"]);
});

test("held says so, and is read", async () => {
  const answer = await sandbox.send(text(), numberOf("held"));
  expect(answer.body.messages).toMatchObject([{ message_status: "held_for_quality_assessment" }]);
  expect((await reported(wamidOf(answer), 3)).toSorted()).toEqual(["delivered", "read", "sent"]);
});

test("reversed is reported backwards", async () => {
  await sandbox.close();
  sandbox = await openSandbox({ timings: { sentMs: 1, deliveredMs: 100, readMs: 200 } });
  const wamid = wamidOf(await sandbox.send(text(), numberOf("reversed")));
  expect(await reported(wamid, 3)).toEqual(["read", "delivered", "sent"]);
});

test("the manual lists every recipient as it is", async () => {
  const manual = await Bun.file(`${import.meta.dir}/../../../docs/sandbox.md`).text();
  const rows = manual.split("\n").filter((line) => line.startsWith(`| \`${RECIPIENT_PREFIX}`));
  const expected = RECIPIENTS.map(
    ({ digits, name, promise }) => `| \`${RECIPIENT_PREFIX}${digits}xx\` ${name} | ${promise} |`,
  );
  expect(rows).toEqual(expected);
});
