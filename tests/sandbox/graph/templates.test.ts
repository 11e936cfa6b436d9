import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codeOf, type Json, openSandbox, PHONE, type TestSandbox } from "./support.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
  await define("paused_one", [{ type: "BODY", text: "Hi" }], { status: "PAUSED" });
  await define("disabled_one", [{ type: "BODY", text: "Hi" }], { status: "DISABLED" });
  await define("pending_one", [{ type: "BODY", text: "Hi" }], { status: "PENDING" });
  await define("picture", [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "Hi" },
    { type: "BUTTONS", buttons: [{ type: "URL", text: "Open", url: "https://example.com/{{1}}" }] },
  ]);
  const otp = { type: "OTP", otp_type: "COPY_CODE" };
  await define("code", [{ type: "BODY" }, { type: "BUTTONS", buttons: [otp] }], {
    category: "AUTHENTICATION",
  });
});
afterAll(() => sandbox.close());

function define(name: string, components: Json[], more: Json = {}) {
  return sandbox.control("POST", "templates", { name, language: "en_US", components, ...more });
}

const words = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
const template = (name: string, components?: Json[], code = "en_US"): Json => ({
  type: "template",
  template: { name, language: { code }, ...(components === undefined ? {} : { components }) },
});
const image = { type: "image", image: { link: "https://example.com/a.png" } };
const header = { type: "header", parameters: [image] };
const button = { type: "button", sub_type: "url", index: "0", parameters: words("suffix") };

describe("a template message is taken", () => {
  test.each([
    ["without variables", template("hello_world")],
    [
      "with both its variables",
      template("order_update", [{ type: "body", parameters: words("Ada", "1815") }]),
    ],
    ["with a picture and a button", template("picture", [header, button])],
    ["with a code", template("code", [{ type: "body", parameters: words("4711") }, button])],
  ])("%s", async (_, message) => {
    expect((await sandbox.send(message)).status).toBe(200);
  });
});

describe("a template message is refused", () => {
  test.each([
    ["of an unknown name", 404, 132001, template("unknown")],
    ["in an unknown language", 404, 132001, template("hello_world", undefined, "de")],
    ["still in review", 404, 132001, template("pending_one")],
    ["that is paused", 400, 132015, template("paused_one")],
    ["that is disabled", 400, 132016, template("disabled_one")],
    [
      "with a variable too few",
      400,
      132000,
      template("order_update", [{ type: "body", parameters: words("Ada") }]),
    ],
    [
      "with a variable too many",
      400,
      132000,
      template("hello_world", [{ type: "body", parameters: words("Ada") }]),
    ],
    [
      "with an empty variable",
      400,
      100,
      template("order_update", [{ type: "body", parameters: words("", "1") }]),
    ],
    ...["Ada\nLovelace", "Ada\tLovelace", "Ada     Lovelace"].map((name): [string, number, number, Json] => [
      `with ${JSON.stringify(name)} in a variable`,
      400,
      132018,
      template("order_update", [{ type: "body", parameters: words(name, "1") }]),
    ]),
    ["without its picture", 400, 132012, template("picture", [button])],
    [
      "with words for its picture",
      400,
      132012,
      template("picture", [{ type: "header", parameters: words("a") }, button]),
    ],
    ["without its button's variable", 400, 131008, template("picture", [header])],
    [
      "with a button it does not have",
      400,
      131009,
      template("picture", [header, button, { ...button, index: "3" }]),
    ],
    ["with an unknown component", 400, 131009, template("hello_world", [{ type: "tail" }])],
    ["without a language", 400, 131008, { type: "template", template: { name: "hello_world" } }],
    [
      "with an unknown key",
      400,
      100,
      { type: "template", template: { name: "hello_world", language: { code: "en_US" }, lang: "en" } },
    ],
  ])("%s", async (_, status, code, message) => {
    const answer = await sandbox.send(message);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });
});

test("lists an account's templates by pages", async () => {
  const page = await sandbox.graph("GET", `${PHONE.wabaId}/message_templates?limit=1&name=hello`);
  expect(page.body.data).toMatchObject([{ name: "hello_world", language: "en_US", status: "APPROVED" }]);
  const all = await sandbox.graph("GET", `${PHONE.wabaId}/message_templates?limit=2`);
  const { next } = all.body.paging as { next: string };
  const rest = await fetch(next, { headers: { authorization: sandbox.authorization } });
  expect(((await rest.json()) as { data: Json[] }).data).toHaveLength(2);
});
