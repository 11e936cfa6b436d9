/** Each limit of a definition: what is just within it has no error, what is just beyond it has one, at its path. */
import { expect, test } from "bun:test";
import { definitionErrors } from "../../daemon/template-rules/rules.ts";
import type { Part } from "../../daemon/template-rules/text.ts";

const BODY = { type: "BODY", text: "Hello." };
const many = <Value>(count: number, one: Value): Value[] => Array.from({ length: count }, () => one);
const pathsOf = (
  components: Part[],
  category = "UTILITY",
  parameter_format: "POSITIONAL" | "NAMED" = "POSITIONAL",
) => definitionErrors({ category, parameter_format, components }).map(({ path }) => path);

const buttons = (...list: Part[]): Part => ({ type: "BUTTONS", buttons: list });
const QUICK = { type: "QUICK_REPLY", text: "Yes" };
const LINK = { type: "URL", text: "Open", url: "https://a.example/" };

test.each<[kind: string, most: number, button: Part]>([
  ["URL", 2, LINK],
  ["PHONE_NUMBER", 1, { text: "Call", phone_number: "+14155550123" }],
  ["COPY_CODE", 1, { example: "SAVE" }],
  ["REQUEST_CONTACT_INFO", 1, {}],
  ["FLOW", 1, { text: "Go", flow_id: "1" }],
  ["CATALOG", 1, { text: "View" }],
  ["MPM", 1, { text: "View" }],
])("a template has buttons of type %s up to %i", (type, most, button) => {
  const of = (count: number) => pathsOf([BODY, buttons(...many(count, { ...button, type }))]);
  expect(of(most)).toEqual([]);
  expect(of(most + 1)).toEqual(["/components/1/buttons"]);
});

test.each<[what: string, within: Part, beyond: Part, path: string]>([
  [
    "a phone number has 20 digits",
    { phone_number: "1".repeat(20) },
    { phone_number: "1".repeat(21) },
    "phone_number",
  ],
  ["a phone number may have a +", { phone_number: "+1" }, { phone_number: "1+" }, "phone_number"],
])("%s", (_, within, beyond, path) => {
  const of = (more: Part) => pathsOf([BODY, buttons({ type: "PHONE_NUMBER", text: "Call", ...more })]);
  expect(of(within)).toEqual([]);
  expect(of(beyond)).toEqual([`/components/1/buttons/0/${path}`]);
});

test.each<[what: string, within: unknown, beyond: unknown]>([
  ["1 character at least", "x", ""],
  ["15 characters at most", "x".repeat(15), "x".repeat(16)],
  ["a list of it", ["x"], []],
])("the example of a code to copy is %s", (_, within, beyond) => {
  const of = (example: unknown) => pathsOf([BODY, buttons({ type: "COPY_CODE", example })]);
  expect(of(within)).toEqual([]);
  expect(of(beyond)).toEqual(["/components/1/buttons/0/example"]);
});

test.each<[what: string, within: Part, beyond: Part]>([
  ["its id alone", { flow_id: "1" }, { flow_id: "1", flow_name: "x" }],
  ["its name alone", { flow_name: "x" }, { flow_name: "x", flow_json: "{}" }],
  ["its JSON alone", { flow_json: "{}" }, {}],
])("a flow is given by %s", (_, within, beyond) => {
  const of = (more: Part) => pathsOf([BODY, buttons({ type: "FLOW", text: "Go", ...more })]);
  expect(of(within)).toEqual([]);
  expect(of(beyond)).toEqual(["/components/1/buttons/0"]);
});

test.each<[what: string, within: Part, beyond: Part, path: string]>([
  [
    "2000 characters at most",
    { url: `https://${"a".repeat(1992)}` },
    { url: `https://${"a".repeat(1993)}` },
    "url",
  ],
  ["http, too", { url: "http://a.example" }, { url: "ftp://a.example" }, "url"],
  [
    "of one variable at most",
    { url: "https://a.example/{{1}}", example: ["x"] },
    { url: "https://a.example/{{1}}{{2}}", example: ["x"] },
    "url",
  ],
  [
    "with one example in a list",
    { url: "https://a.example/{{1}}", example: ["x"] },
    { url: "https://a.example/{{1}}", example: ["x", "y"] },
    "example",
  ],
  [
    "with an example that is a text",
    { url: "https://a.example/{{1}}", example: "https://a.example/x" },
    { url: "https://a.example/{{1}}", example: 1 },
    "example",
  ],
])("the address of a button is %s", (_, within, beyond, path) => {
  const of = (more: Part) => pathsOf([BODY, buttons({ ...LINK, ...more })]);
  expect(of(within)).toEqual([]);
  expect(of(beyond)).toEqual([`/components/1/buttons/0/${path}`]);
});

test.each<[what: string, within: Part[], beyond: Part[]]>([
  ["before all others", [QUICK, QUICK, LINK], [QUICK, LINK, QUICK]],
  ["after all others", [LINK, QUICK], [LINK, QUICK, { type: "COPY_CODE", example: "x" }]],
])("quick replies stand together, %s", (_, within, beyond) => {
  expect(pathsOf([BODY, buttons(...within)])).toEqual([]);
  expect(pathsOf([BODY, buttons(...beyond)])).toEqual(["/components/1/buttons"]);
});

const sample = (format: string) => ({ type: "HEADER", format, example: { header_handle: ["4::aW"] } });
const card = (...parts: Part[]) => ({ components: [sample("IMAGE"), ...parts] });
const carousel = (...cards: Part[]) => pathsOf([BODY, { type: "CAROUSEL", cards }], "MARKETING");

test.each<[what: string, within: Part[], beyond: Part[], path: string]>([
  ["2 cards at least", many(2, card()), [card()], ""],
  ["10 cards at most", many(10, card()), many(11, card()), ""],
  ["cards of one format", many(2, card()), [card(), { components: [sample("VIDEO")] }], "/1"],
  [
    "cards with a sample",
    many(2, card()),
    many(2, { components: [{ type: "HEADER", format: "IMAGE", example: { header_handle: [] } }] }),
    "/0/components/0/example/header_handle",
  ],
  [
    "cards of products, without a sample",
    many(2, { components: [{ type: "HEADER", format: "PRODUCT" }] }),
    many(2, { components: [{ type: "HEADER", format: "VIDEO" }] }),
    "/0/components/0/example/header_handle",
  ],
  [
    "texts of 160 characters",
    many(2, card({ type: "BODY", text: "x".repeat(160) })),
    many(2, card({ type: "BODY", text: "x".repeat(161) })),
    "/0/components/1/text",
  ],
  [
    "2 buttons a card",
    many(2, card(buttons(QUICK, QUICK))),
    many(2, card(buttons(QUICK, QUICK, QUICK))),
    "/0/components/1/buttons",
  ],
  [
    "only headers, bodies and buttons in cards",
    many(2, card()),
    many(2, card({ type: "FOOTER", text: "x" })),
    "/0/components/1/type",
  ],
])("a carousel has %s", (_, within, beyond, path) => {
  expect(carousel(...within)).toEqual([]);
  expect(carousel(...beyond)[0]).toBe(`/components/1/cards${path}`);
});

const app = { package_name: "com.example", signature_hash: "K8aAINcGX7K" };
const secure = (more: Part, ...others: Part[]) =>
  pathsOf(
    [{ type: "BODY" }, ...others, buttons({ type: "OTP", otp_type: "COPY_CODE", ...more })],
    "AUTHENTICATION",
  );

test.each<[what: string, within: Part, beyond: Part, path: string]>([
  ["1 app at least", { supported_apps: [app] }, { supported_apps: [] }, "supported_apps"],
  ["5 apps at most", { supported_apps: many(5, app) }, { supported_apps: many(6, app) }, "supported_apps"],
  ["an app beside its type", app, { package_name: "com.example" }, "supported_apps"],
  [
    "apps with a signature",
    { supported_apps: [app] },
    { supported_apps: [app, { ...app, signature_hash: "" }] },
    "supported_apps",
  ],
])("a button of one tap has %s", (_, within, beyond, path) => {
  expect(secure({ otp_type: "ONE_TAP", ...within })).toEqual([]);
  expect(secure({ otp_type: "ONE_TAP", ...beyond })).toEqual([`/components/1/buttons/0/${path}`]);
});

test("a button without a tap needs its terms accepted", () => {
  expect(secure({ otp_type: "ZERO_TAP", ...app, zero_tap_terms_accepted: true })).toEqual([]);
  const path = "/components/1/buttons/0/zero_tap_terms_accepted";
  expect(secure({ otp_type: "ZERO_TAP", ...app, zero_tap_terms_accepted: "yes" })).toEqual([path]);
});

test.each([
  [1, 0],
  [90, 91],
  [5, 5.5],
])("a code lives %d minutes, and not %d", (within, beyond) => {
  const of = (code_expiration_minutes: number) => secure({}, { type: "FOOTER", code_expiration_minutes });
  expect(of(within)).toEqual([]);
  expect(of(beyond)).toEqual(["/components/1/code_expiration_minutes"]);
});

test("the advice of an authentication template is given or not", () => {
  const of = (advice: unknown) =>
    pathsOf(
      [
        { type: "BODY", add_security_recommendation: advice },
        buttons({ type: "OTP", otp_type: "COPY_CODE" }),
      ],
      "AUTHENTICATION",
    );
  expect([of(undefined), of(true), of(false)]).toEqual([[], [], []]);
  expect(of("yes")).toEqual(["/components/0/add_security_recommendation"]);
});

test.each<[what: string, params: unknown]>([
  ["of another name", [{ param_name: "other", example: "Ada" }]],
  ["without its text", [{ param_name: "name", example: "" }]],
  ["without its name", [{ example: "Ada" }]],
  ["that is no object", ["Ada"]],
  ["there are two of", many(2, { param_name: "name", example: "Ada" })],
])("a named example %s is refused", (_, params) => {
  const of = (body_text_named_params: unknown) =>
    pathsOf(
      [{ type: "BODY", text: "Hi {{name}}.", example: { body_text_named_params } }],
      "UTILITY",
      "NAMED",
    );
  expect(of([{ param_name: "name", example: "Ada" }])).toEqual([]);
  expect(of(params)).toEqual(["/components/0/example/body_text_named_params"]);
});

test("an offer has 1 to 16 characters", () => {
  const of = (text: string) =>
    pathsOf([BODY, { type: "LIMITED_TIME_OFFER", limited_time_offer: { text } }], "MARKETING");
  expect([of("x"), of("x".repeat(16))]).toEqual([[], []]);
  for (const text of ["", "x".repeat(17)])
    expect(of(text)).toEqual(["/components/1/limited_time_offer/text"]);
});

test("a body has 100 different variables at most, however often each is used", () => {
  const of = (count: number) => {
    const names = many(count, "").map((_, index) => `{{${index + 1}}}`);
    const text = `A ${names.join(" ")} {{1}}.`;
    return pathsOf([{ type: "BODY", text, example: { body_text: [many(count, "x")] } }]);
  };
  expect(of(100)).toEqual([]);
  expect(of(101)).toEqual(["/components/0/text"]);
});
