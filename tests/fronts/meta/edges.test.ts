/** What calls at the Meta front must not do: show more than a key may see, keep what Meta refused, take another number's message. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { agentOf } from "../../approvals/support.ts";
import { makeKey } from "../../support/daemon.ts";
import { control, definition } from "../../templates/support.ts";
import { ADA, graphCall, type Ids, type MetaSite, startMetaSite, text } from "./site.ts";

let site: MetaSite;
beforeAll(async () => {
  site = await startMetaSite();
}, 60_000);
afterAll(() => site?.chat.stop());

test("a message that waits for somebody to approve it is one that Meta holds", async () => {
  const { key } = await agentOf(site.chat.daemon);
  const path = `${site.paired.phone_number_id}/messages`;
  const held = await graphCall(site.graph, key, "POST", path, { to: ADA, ...text("Hi") });
  const [{ id, message_status }] = held.body.messages;
  expect([held.status, message_status]).toEqual([200, "held_for_quality_assessment"]);
  expect(id).toStartWith("wamid.");
});

test("a template that Meta refuses is not kept", async () => {
  const { waba_id } = site.official;
  const { daemon } = site.chat;
  await control(daemon, "templates", { ...definition("taken"), status: "APPROVED" });
  const made = await site.call("POST", `${waba_id}/message_templates`, definition("taken"));
  expect([made.status, made.body.error.code]).toEqual([400, 100]);
  expect((await daemon.call("GET", "/v1/templates?name=taken")).body.data).toEqual([]);
});

test.each([{}, { "idempotency-key": "again" }])(
  "a template for which Meta has no time now, %j, is made by the same call later",
  async (headers) => {
    const { waba_id } = site.official;
    const name = `later_${Object.keys(headers).length}`;
    const make = () => site.call("POST", `${waba_id}/message_templates`, definition(name), headers);
    await control(site.chat.daemon, "limits", { calls: 0, minutes: 2 });
    expect((await make()).status).toBe(429);
    await control(site.chat.daemon, "limits", { calls: null });
    expect((await make()).status).toBe(200);
  },
);

test("a draft is not among the templates of an account", async () => {
  const { waba_id, channelId: channel_id } = site.official;
  await site.chat.daemon.call("POST", "/v1/templates", { channel_id, ...definition("draft") });
  const listed = await site.call("GET", `${waba_id}/message_templates?name=draft&summary=total_count`);
  expect(listed.body).toMatchObject({ data: [], summary: { total_count: 0 } });
});

test("members of a field that are asked for are no fields", async () => {
  const { waba_id } = site.official;
  const { id } = (await site.call("POST", `${waba_id}/message_templates`, definition("nested"))).body;
  const path = `${waba_id}/message_templates?name=nested&fields=name,quality_score{score,date},language`;
  expect((await site.call("GET", path)).body.data).toEqual([
    { id, name: "nested", quality_score: expect.any(Object), language: "en_US" },
  ]);
});

test.each([
  ["paired", "official"],
  ["official", "paired"],
] as const)("a key for the %s number finds nothing of the %s one", async (mine, other) => {
  const key = await makeKey(site.chat.daemon, ["*"], [site[mine].channelId]);
  const ask = async ({ phone_number_id, waba_id }: Ids) =>
    await Promise.all(
      [phone_number_id, `${waba_id}/phone_numbers`, `${waba_id}/subscribed_apps`].map(async (path) => {
        const method = path.endsWith("apps") ? "POST" : "GET";
        const { status, body } = await graphCall(site.graph, key, method, path);
        return body.error?.code ?? status;
      }),
    );
  expect([await ask(site[mine]), await ask(site[other])]).toEqual([
    [200, 200, 200],
    [100, 100, 100],
  ]);
});

test("a message of another number is neither read, reacted to nor quoted", async () => {
  const { id } = await site.chat.receive("text", { body: "Hello" });
  const message_id = `wamid.${id}`;
  const mark = { messaging_product: "whatsapp", status: "read", message_id };
  const wrong = await site.call("POST", `${site.official.phone_number_id}/messages`, mark);
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 131009]);
  for (const body of [
    text("Hi", { context: { message_id } }),
    { type: "reaction", reaction: { message_id, emoji: "👍" } },
  ]) {
    const answer = await site.send(site.official, body);
    const { id: sent } = await site.record(answer);
    expect(await site.chat.daemon.until(sent, "failed", "delivered")).toMatchObject({ status: "failed" });
  }
});
