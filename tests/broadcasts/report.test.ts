import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { createDraft, defineTemplate, ended, makePeople, makeTagged, sentTo, start } from "./support.ts";

const waypost = sharedDaemon();
let id: string;
beforeAll(async () => {
  await defineTemplate(waypost);
  await makeTagged(waypost, "all", 3, "155500001");
  await makeTagged(waypost, "all", 2, "1415560");
  await makePeople(waypost, [{ email: "ada@example.com", name: "=Ada", tags: ["all"] }]);
  id = await createDraft(waypost, { audience: { tags: { any: ["all"] } } });
  await start(waypost, id);
  await ended(waypost, id);
  const counts = async () => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body.counts;
  await until(async () => (await counts()).failed === 3 && (await counts()).read === 2);
});

test("the report says why people did not get it, and what that means", async () => {
  const { body } = await waypost.call("GET", `/v1/broadcasts/${id}/report`);
  expect(body.counts).toMatchObject({ audience: 6, skipped: 1, failed: 3, read: 2 });
  expect(body.reasons).toEqual([
    { status: "failed", reason: "recipient_unreachable", people: 3, meaning: "Message undeliverable" },
    {
      ...{ status: "skipped", reason: "no_address", people: 1 },
      meaning: "No number or user id is known that the channel can write to",
    },
  ]);
});

test("its people are listed page by page, with filters", async () => {
  const first = await waypost.call("GET", `/v1/broadcasts/${id}/people?limit=4`);
  const cursor = first.body.meta.next_cursor;
  const second = await waypost.call("GET", `/v1/broadcasts/${id}/people?limit=4&cursor=${cursor}`);
  const ids = [...first.body.data, ...second.body.data].map(({ contact_id }) => contact_id);
  expect([new Set(ids).size, second.body.meta.next_cursor]).toEqual([6, null]);
  const failed = await waypost.call("GET", `/v1/broadcasts/${id}/people?status=failed`);
  expect(failed.body.data).toHaveLength(3);
  expect(failed.body.data[0]).toMatchObject({
    ...{ status: "failed", reason: "recipient_unreachable", channel_id: waypost.channelId },
    message_id: expect.any(String),
  });
  const skipped = await waypost.call("GET", `/v1/broadcasts/${id}/people?reason=no_address`);
  expect(skipped.body.data).toMatchObject([{ name: "=Ada", phone_number: null, message_id: null }]);
});

test("its people are exported as CSV that no spreadsheet runs", async () => {
  const { body, headers } = await waypost.call("GET", `/v1/broadcasts/${id}/people.csv?reason=no_address`);
  expect(headers.get("content-type")).toStartWith("text/csv");
  const [heading, line, end] = body.split("\r\n");
  expect(heading).toStartWith("contact_id,phone_number,name,status,reason");
  expect(line).toContain(",,'=Ada,skipped,no_address,");
  expect(end).toBe("");
});

test("a test goes to numbers of one's own, with what is known of them, and counts nowhere", async () => {
  await makePeople(waypost, [{ phone_number: "+14155610001", name: "Grace Hopper" }]);
  const template = {
    name: "spring_menu",
    language: "en_US",
    parameters: { body: [{ field: "first_name" }] },
  };
  const draft = await createDraft(waypost, { template, audience: { filter: {} } });
  const to = ["14155610001", "+1 415 561 0002"];
  const { status, body } = await waypost.call("POST", `/v1/broadcasts/${draft}/test`, { to });
  expect(status).toBe(200);
  const messages = await Promise.all(
    body.data.map(
      async ({ message }: { message: { id: string } }) =>
        (await waypost.call("GET", `/v1/messages/${message.id}`)).body,
    ),
  );
  expect(messages.map(({ text, broadcast_id }) => [text, broadcast_id])).toEqual([
    ["Hello Grace, the spring menu is here.", null],
    ["Hello [first_name], the spring menu is here.", null],
  ]);
  await until(async () => (await sentTo(waypost, "1415561")).size === 2);
  const many = { to: Array.from({ length: 6 }, (_, index) => `1415561001${index}`) };
  expect((await waypost.call("POST", `/v1/broadcasts/${draft}/test`, many)).status).toBe(422);
  expect((await waypost.call("GET", `/v1/broadcasts/${draft}`)).body.counts.audience).toBe(0);
});

test("the report names what came otherwise than the preview said", async () => {
  const ids = await makeTagged(waypost, "changing", 4, "1415562");
  const draft = await createDraft(waypost, { audience: { tags: { any: ["changing"] } } });
  const preview = async () => (await waypost.call("POST", `/v1/broadcasts/${draft}/preview`)).body;
  const changed = async () =>
    (await waypost.call("GET", `/v1/broadcasts/${draft}/report`)).body.changed_since_preview;
  await preview();
  // a draft that was changed is another one
  await waypost.call("PATCH", `/v1/broadcasts/${draft}`, { name: "Other" });
  expect((await preview()).sendable).toBe(4);
  expect(await changed()).toBeNull();
  await makeTagged(waypost, "changing", 2, "1415563");
  await waypost.call("PUT", `/v1/contacts/${ids[0]}/consent/whatsapp`, { state: "denied" });
  await start(waypost, draft);
  await ended(waypost, draft);
  expect(await changed()).toEqual({
    previewed_at: expect.any(String),
    figures: [
      { figure: "audience", previewed: 4, now: 6 },
      { figure: "sendable", previewed: 4, now: 5 },
      { figure: "no_consent", previewed: 0, now: 1 },
    ],
  });
});
