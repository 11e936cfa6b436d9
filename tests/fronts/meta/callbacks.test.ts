/** The address that a program sets for webhooks as at Meta becomes an endpoint of the format `meta`. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeKey } from "../../support/daemon.ts";
import { eventually } from "../../support/until.ts";
import { graphCall, type MetaSite, startMetaSite } from "./site.ts";

const came: { path: string; body: string }[] = [];
const receiver = Bun.serve({
  ...{ port: 0, hostname: "127.0.0.1" },
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const isOurs = searchParams.get("hub.verify_token") === "open";
    if (request.method === "GET") return new Response(isOurs ? searchParams.get("hub.challenge") : "no");
    came.push({ path: pathname, body: await request.text() });
    return new Response("ok");
  },
});
const at = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;

let site: MetaSite;
beforeAll(async () => {
  site = await startMetaSite();
}, 60_000);
afterAll(async () => {
  await site?.chat.stop();
  await receiver.stop(true);
});

const SETTINGS = "/v1/settings/developer/webhooks";
const endpoints = async () => {
  const { body } = await site.chat.daemon.call("GET", SETTINGS);
  return body.data.map(({ url, channels }: { url: string; channels: string[] }) => ({ url, channels }));
};
const KINDS = ["official", "paired"] as const;
const override = (path: string, verify_token = "open") => ({
  override_callback_uri: at(path),
  verify_token,
});

describe.each(KINDS)("of an account with an %s number", (kind) => {
  const account = () => `${site[kind].waba_id}/subscribed_apps`;

  test("it is set, kept when repeated, replaced by another, shown and removed", async () => {
    const { channelId } = site[kind];
    for (const path of ["/one", "/one", "/two"]) {
      expect((await site.call("POST", account(), override(path))).body).toEqual({ success: true });
      expect(await endpoints()).toEqual([{ url: at(path), channels: [channelId] }]);
      const { body } = await site.call("GET", account());
      expect(body.data).toMatchObject([{ override_callback_uri: at(path) }]);
    }
    expect((await site.call("POST", account())).body).toEqual({ success: true });
    expect(await endpoints()).toHaveLength(1);
    expect((await site.call("DELETE", account())).body).toEqual({ success: true });
    expect(await endpoints()).toEqual([]);
    expect((await site.call("GET", account())).body.data[0]).not.toHaveProperty("override_callback_uri");
  });

  test("that of a number is one of its own, and an empty one takes it away", async () => {
    const number = site[kind].phone_number_id;
    const shown = async () => (await site.call("GET", `${number}?fields=webhook_configuration`)).body;
    await site.call("POST", account(), override("/account"));
    const configured = { webhook_configuration: override("/number") };
    for (const path of [number, `${number}/`])
      expect((await site.call("POST", path, configured)).body).toEqual({ success: true });
    expect(await endpoints()).toHaveLength(2);
    const both = { phone_number: at("/number"), whatsapp_business_account: at("/account") };
    expect(await shown()).toEqual({ id: number, webhook_configuration: both });
    await site.call("POST", number, { webhook_configuration: { override_callback_uri: "" } });
    await site.call("DELETE", account());
    expect(await shown()).toEqual({ id: number, webhook_configuration: {} });
    expect((await site.call("POST", number, {})).body.error.code).toBe(100);
  });
});

test("an endpoint made by hand for the same receiver stays the only one, and as it is", async () => {
  const made = { url: at("/hand"), format: "meta", verify_token: "open", description: "Mine" };
  const { body } = await site.chat.daemon.call("POST", `${SETTINGS}/endpoints`, made);
  const account = `${site.paired.waba_id}/subscribed_apps`;
  await site.call("POST", account, override("/other"));
  await site.call("POST", account, override("/hand"));
  expect(await endpoints()).toEqual([{ url: at("/hand"), channels: null }]);
  await site.call("DELETE", account);
  expect(await endpoints()).toHaveLength(1);
  await site.chat.daemon.call("DELETE", `${SETTINGS}/endpoints/${body.id}`);
});

test("set by several calls at once, it is one", async () => {
  const path = `${site.paired.waba_id}/subscribed_apps`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => site.call("POST", path, override("/once"))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await endpoints()).toEqual([{ url: at("/once"), channels: [site.paired.channelId] }]);
  await site.call("DELETE", path);
});

test("it gets what comes in for its account, and nothing of another", async () => {
  await site.call("POST", `${site.paired.waba_id}/subscribed_apps`, override("/mine"));
  await site.call("POST", `${site.official.waba_id}/subscribed_apps`, override("/theirs"));
  const { id } = await site.chat.receive("text", { body: "Hello" });
  const found = await eventually("the webhook", async () => came.find(({ body }) => body.includes(id)));
  expect(found.path).toBe("/mine");
  for (const kind of KINDS) await site.call("DELETE", `${site[kind].waba_id}/subscribed_apps`);
});

test("it is refused in Meta's form: no token, a wrong one, no address, a key that may not", async () => {
  const path = `${site.paired.waba_id}/subscribed_apps`;
  const wrong = [
    { override_callback_uri: at("/one") },
    override("/one", "wrong"),
    { override_callback_uri: "nowhere", verify_token: "open" },
    { override_callback_uri: 7, verify_token: "open" },
    { override_callback_uri: at("/one"), verify_token: { a: 1 } },
  ];
  for (const body of wrong) {
    const answer = await site.call("POST", path, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 100]);
  }
  const key = await makeKey(site.chat.daemon, ["messages:send"]);
  const refused = await graphCall(site.graph, key, "POST", path, override("/one"));
  expect([refused.status, refused.body.error.code]).toEqual([403, 10]);
  expect((await graphCall(site.graph, key, "GET", path)).body.data).toHaveLength(1);
  expect(await endpoints()).toEqual([]);
});
