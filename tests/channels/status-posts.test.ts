/** Status posts of a paired number: who sees them, who does not, and what comes of too many. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";
import { photo } from "../support/pictures.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { eventually } from "../support/until.ts";

const BOB = "491700000002";
const EVE = "491700000003";

let chat: Chat;
/** Of Ada and Bob, who wrote to the number. */
let ada: string;
let bob: string;
beforeAll(async () => {
  chat = await startChat();
  ada = (await chat.receive("text", { body: "Hello" })).contact_id;
  bob = (await chat.receive("text", { body: "Hello" }, BOB)).contact_id;
});
afterAll(() => chat.stop());

const path = (id = chat.channelId) => `/v1/channels/${id}/status`;
const post = (body: object, key?: string) =>
  chat.daemon.call("POST", path(), body, key === undefined ? {} : { "idempotency-key": key });
const words = (body: string, more: object = {}) => ({ type: "text", content: { body }, ...more });

/** The statuses on somebody's phone, as the sandbox shows them. */
async function seenBy(number: string) {
  await chat.people().idle();
  const url = new URL(`http://localhost/sandbox/phones/${number}/status`);
  const response = await chat.web.handle(new Request(url.href), url);
  return ((await response?.json()) as { data: Seen[] } | undefined)?.data ?? [];
}
type Seen = { id: string; kind: string; text: string; deleted: boolean; file: object; content: Content };
type Content = { extendedTextMessage?: { backgroundArgb?: number } };
const sees = (number: string, id: string) =>
  eventually(`the status on the phone of ${number}`, async () =>
    (await seenBy(number)).find((one) => one.id === id),
  );

/** A status whose file the phone has fetched and checked. */
const wholeAt = (number: string, id: string) =>
  eventually("the checked file", async () => {
    const one = await sees(number, id);
    return one.file === null ? null : one;
  });

/** The id of an uploaded file. */
async function upload(type: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await fetch(`${chat.daemon.url}/v1/media`, {
    ...{ method: "POST", body },
    headers: { "x-api-key": chat.daemon.key, "content-type": type },
  });
  return ((await answer.json()) as { id: string }).id;
}

test("a text is seen by who wrote to the number, on the number's own phone, and by nobody else", async () => {
  const { status, body } = await post(words("Fresh bread", { background_color: "#075E54" }));
  expect([status, body.recipients]).toEqual([201, 2]);
  for (const number of [ADA, BOB, NUMBER])
    expect(await sees(number, body.id)).toMatchObject({ kind: "text", text: "Fresh bread" });
  const { content } = await sees(ADA, body.id);
  expect(content.extendedTextMessage?.backgroundArgb).toBe(0xff075e54);
  chat.people().behave(EVE, {});
  expect(await seenBy(EVE)).toEqual([]);
});

test("a picture comes whole, and only to whom it is for", async () => {
  const id = await upload("image/jpeg", await photo(120, 80));
  const content = { media_id: id, caption: "Rye" };
  const { status, body } = await post({ type: "image", content, to: { contact_ids: [bob] } });
  expect([status, body.recipients]).toEqual([201, 1]);
  expect(await wholeAt(BOB, body.id)).toMatchObject({
    kind: "image",
    text: "Rye",
    file: { bytes: expect.any(Number) },
  });
  expect((await seenBy(ADA)).map((one) => one.id)).not.toContain(body.id);
});

test.skipIf(!hasFfmpeg)("a video comes whole", async () => {
  const file = join(temporaryFolder("status"), "clip.mp4");
  const source = ["-f", "lavfi", "-i", "testsrc=duration=1:size=160x120:rate=10", "-pix_fmt", "yuv420p"];
  const id = await upload("video/mp4", await made(file, ...source));
  const { body } = await post({ type: "video", content: { media_id: id }, to: { contact_ids: [bob] } });
  expect(await wholeAt(BOB, body.id)).toMatchObject({ kind: "video", file: { bytes: expect.any(Number) } });
});

test("who has a tag gets what is for the tag, unless they are suppressed", async () => {
  for (const one of [ada, bob]) await chat.daemon.call("POST", `/v1/contacts/${one}/tags`, { name: "bread" });
  const suppressions = `/v1/contacts/${ada}/suppressions`;
  await chat.daemon.call("POST", suppressions, { channel: "whatsapp", reason: "complained" });
  const { body } = await post(words("Rolls", { to: { tag: "bread" } }));
  await chat.daemon.call("DELETE", `${suppressions}/whatsapp`);
  expect(body.recipients).toBe(1);
  await sees(BOB, body.id);
  expect((await seenBy(ADA)).map((one) => one.id)).not.toContain(body.id);
});

test("who wrote longer ago gets it only when they are named", async () => {
  await chat.daemon.sql`
    update conversations set last_inbound_at = now() - interval '31 days' where contact_id = ${ada}`;
  const { id, recipients } = (await post(words("For who wrote lately"))).body;
  expect(recipients).toBe(1);
  await sees(BOB, id);
  expect((await post(words("For Ada", { to: { contact_ids: [ada] } }))).body.recipients).toBe(1);
  await chat.daemon.sql`update conversations set last_inbound_at = now() where contact_id = ${ada}`;
});

test("a status is taken back from all who have it, once, and both are in the audit log", async () => {
  const { id } = (await post(words("A mistake"))).body;
  await sees(ADA, id);
  expect((await chat.daemon.call("DELETE", `${path()}/${id}`)).status).toBe(204);
  await eventually("no status", async () => (await sees(ADA, id)).deleted || null);
  expect((await chat.daemon.call("DELETE", `${path()}/${id}`)).status).toBe(404);
  const { data } = (await chat.daemon.call("GET", "/v1/audit?limit=2")).body;
  expect(data.map((one: { action: string }) => one.action)).toEqual([
    "channel.status_removed",
    "channel.status_posted",
  ]);
});

test("what is repeated with its key is posted once", async () => {
  const answers = [await post(words("Once"), "once"), await post(words("Once"), "once")];
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  await sees(ADA, answers[0]?.body.id);
  expect((await seenBy(ADA)).filter(({ text }) => text === "Once")).toHaveLength(1);
});

test.each<[string, object, string]>([
  ["a long text", words("x".repeat(701)), "invalid_content"],
  ["a quote", words("Yes", { content: { body: "Yes", reply_to: { id: "x" } } }), "invalid_content"],
  ["a file that is not there", { type: "image", content: { media_id: "med_none" } }, "invalid_content"],
  ["a private address", { type: "image", content: { media_url: "http://10.0.0.1/a" } }, "invalid_content"],
  [
    "a colour behind a picture",
    { ...words(""), type: "video", background_color: "#000000" },
    "invalid_request",
  ],
  ["two audiences", words("Hi", { to: { tag: "a", contact_ids: ["b"] } }), "invalid_request"],
  ["nobody", words("Hi", { to: { tag: "nobody" } }), "no_recipients"],
])("%s is refused", async (_, body, code) => {
  const answer = await post(body);
  expect([answer.status, answer.body.code]).toEqual([422, code]);
});

test("an official number has no status", async () => {
  const official = path(chat.daemon.channelId);
  const { status, body } = await chat.daemon.call("POST", official, words("Hi"));
  expect([status, body.code]).toEqual([422, "unsupported_on_platform"]);
});

test("what WhatsApp refuses is said", async () => {
  chat.web.control.fault({ fault: "ack_479", at: "message", number: NUMBER, times: 1 });
  const { status, body } = await post(words("Refused"));
  expect([status, body.code]).toEqual([422, "provider_rejected"]);
});

test("the eleventh within a day is refused, and says when the next is possible", async () => {
  let last = await post(words("One more"));
  for (let posted = 1; last.status === 201 && posted <= 10; posted++) last = await post(words("One more"));
  expect([last.status, last.body.code]).toEqual([429, "too_many_statuses"]);
  const hours = Number(last.headers.get("retry-after")) / 3600;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
});

test("a number that is paused, restricted, at its limit or away posts nothing", async () => {
  const codes: string[] = [];
  const tried = async () => codes.push((await post(words("No"))).body.code);
  const change = (settings: object) =>
    chat.daemon.call("PATCH", `/v1/channels/${chat.channelId}`, { settings });
  await change({ ...AT_ONCE, paused: true });
  await tried();
  await change({ ...AT_ONCE, paused: false });
  const set = (what: object) =>
    chat.daemon.sql`
      update channels set new_chats = ${JSON.stringify(what)}::text::jsonb where id = ${chat.channelId}`;
  await set({ status: "CAPPED" });
  await tried();
  await set({ status: "NONE" });
  await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await tried();
  expect(codes).toEqual(["channel_paused", "channel_restricted", "channel_not_connected"]);
});
