/** The forecast says what is scheduled for the rest of the month, beside what the days are expected to cost. */
import { beforeAll, expect, test } from "bun:test";
import { createDraft, defineTemplate, makePeople } from "../broadcasts/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const SOON = inMinutes(30);
const LATER = inMinutes(30 * 24 * 60);
/** On the last evening of a month, nothing is left of it. */
const isLeft = SOON.slice(0, 7) === new Date().toISOString().slice(0, 7);
const TEMPLATE = { type: "template", content: { template: { name: "menu", language: { code: "en_US" } } } };
let contact_ids: string[];

beforeAll(async () => {
  const card = {
    currency: "EUR",
    valid_from: "2020-01-01",
    prices: { US: { marketing: 0.1, service: 0.01 } },
  };
  await waypost.call("PUT", "/v1/rate-card", card);
  await defineTemplate(waypost, "menu", "approved", { components: [{ type: "BODY", text: "Our menu." }] });
  contact_ids = await makePeople(waypost, [
    { phone_number: "+14155559001" },
    { phone_number: "+14155559002" },
  ]);
});

const planned = async () => (await waypost.call("GET", "/v1/costs/forecast")).body.planned;
const none = { count: 0, amount: 0, unpriced: 0 };

test("scheduled messages, with what each is expected to cost", async () => {
  const schedule = async (more: object, scheduled_at: string) => {
    const sent = { channel_id: waypost.channelId, to: "14155559001", scheduled_at, ...more };
    return (await waypost.call("POST", "/v1/messages", sent)).body.id;
  };
  expect(await planned()).toEqual({ messages: none, broadcasts: none });
  const first = await schedule(TEMPLATE, SOON);
  await schedule({ type: "text", content: { body: "Hi" } }, SOON);
  await schedule(TEMPLATE, LATER);
  expect((await planned()).messages).toEqual(isLeft ? { count: 2, amount: 0.1, unpriced: 0 } : none);
  await waypost.call("POST", `/v1/messages/${first}/cancel`);
  expect((await planned()).messages).toEqual(isLeft ? { count: 1, amount: 0, unpriced: 0 } : none);
});

test("scheduled broadcasts, as their previews said; without one, they have no price", async () => {
  const schedule = async (starts_at: string, isPreviewed: boolean) => {
    const template = { name: "menu", language: "en_US" };
    const id = await createDraft(waypost, { template, audience: { contact_ids }, starts_at });
    if (isPreviewed) await waypost.call("POST", `/v1/broadcasts/${id}/preview`);
    expect((await waypost.call("POST", `/v1/broadcasts/${id}/start`)).body.status).toBe("scheduled");
    return id;
  };
  const first = await schedule(SOON, true);
  await schedule(SOON, false);
  await schedule(LATER, true);
  expect((await planned()).broadcasts).toEqual(isLeft ? { count: 2, amount: 0.2, unpriced: 1 } : none);
  await waypost.call("POST", `/v1/broadcasts/${first}/cancel`);
  expect((await planned()).broadcasts).toEqual(isLeft ? { count: 1, amount: 0, unpriced: 1 } : none);
  const { body } = await waypost.call("GET", `/v1/costs/forecast?channel_id=${waypost.channelId}`);
  expect(body.planned).toEqual(await planned());
});
