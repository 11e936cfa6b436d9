/** Marketing templates go out through Meta's Marketing Messages API where a channel has it so, everything else does not. */
import { beforeAll, beforeEach, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const waypost = sharedDaemon();
const BODY = [{ type: "BODY", text: "Everything is cheaper." }];
const sale = { type: "template", content: { template: { name: "sale", language: { code: "en_US" } } } };
const hello = {
  type: "template",
  content: { template: { name: "hello_world", language: { code: "en_US" } } },
};

const change = async (marketing_messages: object | null) => {
  const changed = await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, {
    settings: { marketing_messages },
  });
  expect(changed.status).toBe(200);
};

/** The record of a message once it is sent or failed, and the edge of Meta's that took it. */
async function sent(to: string, message: object) {
  const accepted = await waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to,
    ...message,
  });
  expect([accepted.status, accepted.body.detail]).toEqual([201, undefined]);
  const record = await eventually("the end of the call", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${accepted.body.id}`);
    return !["queued", "sending"].includes(body.status) && body;
  });
  const calls = await fetch(`${waypost.sandbox.url}/sandbox/messages?callback=${accepted.body.id}`);
  const { data } = (await calls.json()) as { data: { edge: string }[] };
  return { record, edges: data.map(({ edge }) => edge) };
}

beforeAll(async () => {
  const [channel] = await waypost.sql`select waba_id from channels where id = ${waypost.channelId}`;
  for (const [name, category] of [
    ["sale", "MARKETING"],
    ["hello_world", "UTILITY"],
  ] as const) {
    if (name === "sale")
      await control(waypost, "templates", { name, language: "en_US", category, components: BODY });
    await waypost.sql`
      insert into templates (organization_id, id, waba_id, name, language, category, status, components)
      values (${waypost.organizationId}, ${`tp_${name}`}, ${channel?.waba_id}, ${name}, 'en_US', ${category}, 'approved',
        ${JSON.stringify(BODY)})`;
  }
});
beforeEach(() => control(waypost, "marketing_messages", { onboarded: true }));

test("marketing goes the other way, with its status as usual; other templates and texts don't", async () => {
  await change({ use: true, activity_sharing: true });
  const marketing = await sent("16505550320", sale);
  expect(marketing.edges).toEqual(["marketing_messages"]);
  await eventually("that it was read", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${marketing.record.id}`);
    return body.status === "read";
  });
  expect((await sent("16505550321", hello)).edges).toEqual(["messages"]);
  expect((await sent("16505550322", { type: "text", content: { body: "Hi" } })).edges).toEqual(["messages"]);
});

test("without the setting, and with it switched off, nothing changes", async () => {
  for (const setting of [null, { use: false }]) {
    await change(setting);
    expect((await sent("16505550323", sale)).edges).toEqual(["messages"]);
  }
});

test("a business that is not onboarded falls back to the Cloud API, or fails where it must not", async () => {
  await control(waypost, "marketing_messages", { onboarded: false });
  await change({ use: true });
  expect((await sent("16505550324", sale)).edges).toEqual(["messages"]);
  await change({ use: true, fallback: false });
  const { record, edges } = await sent("16505550325", sale);
  expect(edges).toEqual([]);
  expect(record).toMatchObject({
    status: "failed",
    error: { code: "marketing_messages_refused", provider_code: "134102" },
  });
});

test("what Meta holds to be no marketing any more goes out by the Cloud API, once", async () => {
  await control(waypost, "templates", {
    name: "sale",
    language: "en_US",
    category: "UTILITY",
    components: BODY,
  });
  await change({ use: true });
  expect((await sent("16505550326", sale)).edges).toEqual(["messages"]);
  await control(waypost, "templates", {
    name: "sale",
    language: "en_US",
    category: "MARKETING",
    components: BODY,
  });
});

test("the time of delivery goes with marketing templates that are submitted, and has Meta's limits", async () => {
  await change({ use: true, ttl_seconds: 43_200 });
  const submitted = async (name: string, category: string) => {
    const definition = { channel_id: waypost.channelId, name, language: "en_US", category, components: BODY };
    const { body } = await waypost.call("POST", "/v1/templates", definition);
    expect((await waypost.call("POST", `/v1/templates/${body.id}/submit`)).status).toBe(202);
    const [known] = await waypost.sql`select provider_id from templates where id = ${body.id}`;
    const fields = "message_send_ttl_seconds";
    const answer = await fetch(`${waypost.sandbox.graphUrl}/${known?.provider_id}?fields=${fields}`, {
      headers: { authorization: `Bearer ${SANDBOX_DEFAULTS.accessToken}` },
    });
    return ((await answer.json()) as Record<string, unknown>)[fields];
  };
  expect(await submitted("autumn_sale", "MARKETING")).toBe(43_200);
  expect(await submitted("receipt", "UTILITY")).toBeUndefined();
  const refused = await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, {
    settings: { marketing_messages: { use: true, ttl_seconds: 3600 } },
  });
  expect(refused.status).toBe(422);
});
