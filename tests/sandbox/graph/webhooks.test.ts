import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { retryWait } from "../../../daemon/sandbox/graph/webhooks/poster.ts";
import { until } from "../../support/until.ts";
import {
  type Json,
  openReceiver,
  openSandbox,
  PERSON,
  PHONE,
  type TestSandbox,
  text,
  wamidOf,
} from "./support.ts";

const OTHER = { id: "7", wabaId: "8", displayPhoneNumber: "+44 20 7946 0000", verifiedName: "Other" };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ phoneNumbers: [PHONE, OTHER] });
});
afterEach(() => sandbox.close());

const statusCount = (count: number) => () => sandbox.receiver.statuses().length >= count;

test("a status is reported in Meta's form", async () => {
  const answer = await sandbox.send({ ...text(), biz_opaque_callback_data: "our id" });
  await sandbox.receiver.until(statusCount(3));
  const [sent, delivered, read] = sandbox.receiver.statuses();
  const common = {
    id: wamidOf(answer),
    timestamp: expect.stringMatching(/^\d{10}$/),
    recipient_id: PERSON,
    biz_opaque_callback_data: "our id",
  };
  const pricing = {
    ...{ billable: false, pricing_model: "PMP" },
    ...{ type: "free_customer_service", category: "service" },
  };
  expect(sent).toEqual({ ...common, status: "sent", pricing });
  expect(delivered).toEqual({ ...common, status: "delivered", pricing });
  expect(read).toEqual({ ...common, status: "read" });
  expect(sandbox.receiver.webhooks[0]?.body).toEqual({
    object: "whatsapp_business_account",
    entry: [
      {
        id: PHONE.wabaId,
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "15550990100", phone_number_id: PHONE.id },
              statuses: expect.any(Array),
            },
          },
        ],
      },
    ],
  });
});

test("a template's report says its category", async () => {
  await sandbox.send({ type: "template", template: { name: "hello_world", language: { code: "en_US" } } });
  await sandbox.receiver.until(statusCount(1));
  expect(sandbox.receiver.statuses()[0]?.pricing).toMatchObject({ billable: true, category: "utility" });
});

test("someone known by user id alone is named by it", async () => {
  await sandbox.post({ messaging_product: "whatsapp", recipient: "US.1349", ...text() });
  await sandbox.receiver.until(statusCount(1));
  const [status] = sandbox.receiver.statuses();
  expect(status).toHaveProperty("recipient_user_id", "US.1349");
  expect(status).not.toHaveProperty("recipient_id");
});

test("the signature is over the raw bytes, which are ASCII", async () => {
  const body = { from: PERSON, text: "Grüße 👋 \u2028 日本", name: "Zoë" };
  expect((await sandbox.control("POST", "inbound", body)).status).toBe(200);
  await sandbox.receiver.until(() => sandbox.receiver.webhooks.length === 1);
  const [webhook] = sandbox.receiver.webhooks;
  const raw = webhook?.raw ?? new Uint8Array();
  const expected = createHmac("sha256", SANDBOX_DEFAULTS.appSecret).update(raw).digest("hex");
  expect(webhook?.signature).toBe(`sha256=${expected}`);
  expect(raw.every((byte) => byte < 0x80)).toBe(true);
  expect(new TextDecoder().decode(raw)).toContain("Gr\\u00fc\\u00dfe \\ud83d\\udc4b");
  expect(sandbox.receiver.values()[0]?.messages).toMatchObject([{ text: { body: body.text } }]);
});

test("statuses of a number share webhooks of at most a hundred", async () => {
  const sends = Array.from({ length: 200 }, (_, index) => sandbox.send(text(), `4915100000${100 + index}`));
  await Promise.all(sends);
  await sandbox.receiver.until(statusCount(600));
  const sizes = sandbox.receiver.values().map((value) => (value.statuses as Json[]).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(Math.max(...sizes)).toBeGreaterThan(1);
});

test("accounts have entries of their own", async () => {
  const frame = { messaging_product: "whatsapp", to: PERSON, ...text() };
  await Promise.all([sandbox.post(frame), sandbox.graph("POST", `${OTHER.id}/messages`, frame)]);
  await sandbox.receiver.until(statusCount(6));
  const entries = sandbox.receiver.webhooks.flatMap(
    ({ body }) => body.entry as { id: string; changes: Json[] }[],
  );
  for (const { id, changes } of entries) {
    const phone = id === PHONE.wabaId ? PHONE : OTHER;
    for (const { value } of changes) {
      expect(value).toMatchObject({ metadata: { phone_number_id: phone.id } });
    }
  }
  expect(new Set(entries.map(({ id }) => id))).toEqual(new Set([PHONE.wabaId, OTHER.wabaId]));
});

test("a receiver that was down gets everything once it is back", async () => {
  const { port } = sandbox.receiver;
  await sandbox.receiver.close();
  const wamids = await Promise.all([1, 2, 3].map(async () => wamidOf(await sandbox.send(text()))));
  await retried(2);
  const back = openReceiver(port);
  await back.until(() => back.statuses().length === 9);
  expect(new Set(back.statuses().map(({ id }) => id))).toEqual(new Set(wamids));
  await back.close();
});

test("a receiver that answers 500 gets the same bytes again", async () => {
  sandbox.receiver.state.status = 500;
  await sandbox.control("POST", "inbound", { from: PERSON, text: "Again" });
  await retried(2);
  sandbox.receiver.state.status = 200;
  await sandbox.receiver.until(() => sandbox.receiver.webhooks.length === 1);
  expect(sandbox.receiver.state.seen).toBeGreaterThan(2);
  expect(sandbox.receiver.values()[0]?.messages).toMatchObject([{ text: { body: "Again" } }]);
});

test("waits double from 200 ms to 10 s", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100].map(retryWait);
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
});

/** Resolves once some webhook was tried `tries` times. */
const retried = (tries: number) =>
  until(async () => {
    const { body } = await sandbox.control("GET", "webhooks");
    return (body.data as { tries: number }[]).some((webhook) => webhook.tries >= tries);
  });

describe("a subscription", () => {
  const path = `${PHONE.wabaId}/subscribed_apps`;

  test("names the app", async () => {
    const { body } = await sandbox.graph("GET", path);
    expect(body.data).toMatchObject([{ whatsapp_business_api_data: { id: SANDBOX_DEFAULTS.appId } }]);
  });

  test("that ended stops the account's webhooks until it is made again", async () => {
    expect((await sandbox.graph("DELETE", path)).body).toEqual({ success: true });
    expect((await sandbox.graph("GET", path)).body).toEqual({ data: [] });
    await sandbox.send(text());
    const frame = { messaging_product: "whatsapp", to: PERSON, ...text() };
    await sandbox.graph("POST", `${OTHER.id}/messages`, frame);
    await sandbox.receiver.until(statusCount(3));
    expect((await sandbox.graph("POST", path)).body).toEqual({ success: true });
    await sandbox.send(text());
    await sandbox.receiver.until(statusCount(6));
    expect(sandbox.receiver.statuses()).toHaveLength(6);
  });
});

test("the app lists the fields it is subscribed to, and nothing comes in the others", async () => {
  const { appId, appSecret } = SANDBOX_DEFAULTS;
  const list = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${sandbox.sandbox.graphUrl}/${appId}/subscriptions`, { headers });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const fields = async () => {
    const [subscription] = (await list(`${appId}|${appSecret}`)).body.data as Json[];
    expect(subscription).toMatchObject({
      ...{ object: "whatsapp_business_account", active: true, callback_url: sandbox.receiver.url },
    });
    const subscribed = (subscription?.fields ?? []) as { name: string }[];
    return subscribed.map(({ name }) => name);
  };
  expect(await fields()).toContain("messages");
  expect((await list(SANDBOX_DEFAULTS.accessToken)).status).toBe(401);
  await sandbox.control("POST", "webhook_fields", { without: ["standby"] });
  expect(await fields()).not.toContain("standby");
  await sandbox.control("POST", "agent", {});
  // the agent answers in `standby`, and hands over in a field of its own
  await sandbox.control("POST", "inbound", { from: PERSON, text: "A human, please" });
  await sandbox.receiver.until(() => sandbox.receiver.values().some(({ type }) => type === "control_passed"));
  expect(sandbox.receiver.values().some((value) => "standby" in value)).toBe(false);
  await sandbox.control("POST", "reset");
  expect(await fields()).toContain("standby");
});
