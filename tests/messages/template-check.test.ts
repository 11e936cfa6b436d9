import { beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { updateChannel } from "../../db/channels/channels.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { control } from "../templates/support.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  await define("welcome", [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "Hi {{1}}, your code is {{2}}. Bye {{1}}." },
    {
      type: "BUTTONS",
      buttons: [
        { type: "URL", text: "Open", url: "https://example.com/{{1}}" },
        { type: "QUICK_REPLY", text: "Stop" },
        { type: "URL", text: "Home", url: "https://example.com/" },
      ],
    },
  ]);
  await define("named", [{ type: "BODY", text: "Hi {{first_name}} of {{city}}" }], {
    parameter_format: "NAMED",
  });
  await define("paused", [{ type: "BODY", text: "Hi" }], { status: "paused" });
});

async function define(name: string, components: object[], more: object = {}): Promise<void> {
  const row = {
    organization_id: waypost.organizationId,
    id: `tpl_${name}`,
    waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId,
    name,
    language: "en_US",
    category: "UTILITY",
    status: "approved",
    components: JSON.stringify(components),
    ...more,
  };
  await waypost.sql`insert into templates ${waypost.sql(row)}`;
}

const text = (value: string, more: object = {}) => ({ type: "text", text: value, ...more });
const header = {
  type: "header",
  parameters: [{ type: "image", image: { link: "https://example.com/a.jpg" } }],
};
const body = { type: "body", parameters: [text("Ada"), text("4711")] };
const url = { type: "button", sub_type: "url", index: "0", parameters: [text("x")] };
const reply = (index: string) => ({
  ...{ type: "button", sub_type: "quick_reply", index },
  parameters: [{ type: "payload", payload: "stop" }],
});

const post = (name: string, components: object[], language = "en_US") =>
  waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to: "14155554001",
    type: "template",
    content: { template: { name, language: { code: language }, components } },
  });

test("a template that fits its definition is accepted; a button's payload may be left out", async () => {
  expect((await post("welcome", [header, body, url, reply("1")])).status).toBe(201);
  expect((await post("welcome", [header, body, url])).status).toBe(201);
});

test.each(["\u0000", "\ud800"])("a parameter that the database can't read is refused: %j", async (bad) => {
  const { status, body } = await post("named", [
    { type: "body", parameters: [text(bad, { parameter_name: "first_name" }), text("Ada")] },
  ]);
  expect([status, body.code]).toEqual([422, "invalid_content"]);
});

const AT = "/content/template/components";
test.each([
  ["no header", [body, url], AT, "the template has a header of kind image; you gave none"],
  [
    "a header of another kind",
    [{ type: "header", parameters: [text("Hi")] }, body, url],
    `${AT}/0/parameters`,
    "the template has a header of kind image; you gave text",
  ],
  [
    "too few body parameters",
    [header, { type: "body", parameters: [text("Ada")] }, url],
    `${AT}/1/parameters`,
    "the template has 2 body variables; you gave 1",
  ],
  ["no body", [header, url], AT, "the template has 2 body variables; you gave 0"],
  [
    "no parameter for a url button",
    [header, body],
    AT,
    "the template has 1 variable in its url button at index 0; you gave 0",
  ],
  [
    "a button that is not there",
    [header, body, url, reply("3")],
    `${AT}/3/index`,
    "the template has 3 buttons; you gave one at index 3",
  ],
  [
    "a button of another kind",
    [header, body, url, reply("2")],
    `${AT}/3/sub_type`,
    "the template has a url button at index 2; you gave quick_reply",
  ],
  [
    "a parameter for a fixed url",
    [header, body, url, { ...url, index: "2" }],
    `${AT}/3`,
    "the template has no variable in its url button at index 2; you gave 1",
  ],
])("%s is refused and shown", async (_, components, path, message) => {
  const answer = await post("welcome", components);
  expect([answer.status, answer.body.code]).toEqual([422, "template_mismatch"]);
  expect(answer.body.errors).toEqual([{ path, message }]);
  expect(answer.body.detail).toBe(`${message.replace("the template", "Template welcome (en_US)")}.`);
});

test("every difference is shown at once", async () => {
  const { body: answer } = await post("welcome", []);
  expect(answer.errors).toHaveLength(3);
});

test("named parameters are compared by name", async () => {
  const named = (...names: string[]) => [
    { type: "body", parameters: names.map((name) => text("x", { parameter_name: name })) },
  ];
  expect((await post("named", named("city", "first_name"))).status).toBe(201);
  const { body: answer } = await post("named", named("city", "name"));
  expect(answer.errors[0].message).toBe(
    "the template has the body variables first_name, city; you gave city, name",
  );
  const unnamed = await post("named", [body]);
  expect(unnamed.body.code).toBe("template_mismatch");
});

test("a template that is not approved is refused with its status", async () => {
  const { status, body: answer } = await post("paused", []);
  expect([status, answer.code]).toEqual([422, "template_mismatch"]);
  expect(answer.errors).toEqual([
    { path: "/content/template/name", message: "the template is paused, not approved" },
  ]);
});

test("a template that only WhatsApp knows is found there; one that it does not know either is refused", async () => {
  const greeting = { type: "body", parameters: [text("Ada"), text("4711")] };
  expect((await post("order_update", [greeting])).status).toBe(201);
  for (const answer of [await post("unknown", [body]), await post("welcome", [], "de")])
    expect(answer).toMatchObject({ status: 422, body: { code: "template_not_found" } });
});

test("while WhatsApp does not list its templates, one that is not known here is left to it", async () => {
  await updateChannel(waypost.sql, waypost.organizationId, waypost.channelId, { waba_id: "999" });
  const accepted = await eventually("the account without a list", async () => {
    const answer = await post("unknown", [body]);
    return answer.status === 201 ? answer : null;
  });
  expect(accepted.body.status).toBe("queued");
  const { wabaId: waba_id } = SANDBOX_DEFAULTS.phoneNumber;
  await updateChannel(waypost.sql, waypost.organizationId, waypost.channelId, { waba_id });
});

test("templates are read when their channel connects, and when Meta has news of one", async () => {
  const { sql } = waypost;
  await sql`update channels set status = 'disconnected', check_at = now()`;
  const known = (name: string) =>
    eventually(name, async () => (await sql`select from templates where name = ${name}`)[0] ?? null);
  await known("hello_world");
  const made = { name: "brand_new", language: "en_US", components: [{ type: "BODY", text: "Hi" }] };
  await control(waypost, "templates", made);
  await control(waypost, "templates/status", { name: "brand_new", language: "en_US", event: "APPROVED" });
  await known("brand_new");
});

test("a change of the definition counts at once", async () => {
  await define("changing", [{ type: "BODY", text: "Hi" }]);
  await until(async () => (await post("changing", [body])).status === 422);
  await waypost.sql`update templates set components = ${JSON.stringify([{ type: "BODY", text: "{{1}} {{2}}" }])}
    where id = 'tpl_changing'`;
  await until(async () => (await post("changing", [body])).status === 201);
});

test("capitals, a number as index and the one policy of languages are taken, as Meta takes them", async () => {
  const components = [
    { ...header, type: "HEADER" },
    { ...body, type: "BODY" },
    { ...url, type: "BUTTON", sub_type: "URL", index: 0 },
    { ...reply("1"), index: 1 },
  ];
  const send = (language: object) =>
    waypost.call("POST", "/v1/messages", {
      ...{ channel_id: waypost.channelId, to: "14155554001", type: "template" },
      content: { template: { name: "welcome", language, components } },
    });
  const { status, body: sent } = await send({ code: "en_US", policy: "deterministic" });
  expect(status).toBe(201);
  const { body: stored } = await waypost.call("GET", `/v1/messages/${sent.id}`);
  expect(stored.content.template).toEqual({
    ...{ name: "welcome", language: { code: "en_US" } },
    components: [header, body, url, reply("1")],
  });
  const fallback = await send({ code: "en_US", policy: "fallback" });
  expect([fallback.status, fallback.body.detail]).toEqual([
    422,
    "/content/template/language/policy: unknown field",
  ]);
});
