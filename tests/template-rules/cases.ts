/** Templates that Meta refuses, each for one reason, with the path of what is wrong. */

type Part = Record<string, unknown>;
export type Template = Part;

export const BODY: Part = { type: "BODY", text: "Hello." };

/** A template that is taken, but for what is given. */
export function template(more: Part = {}): Template {
  return { name: "a_case", language: "en_US", category: "UTILITY", components: [BODY], ...more };
}

const made = (...components: Part[]) => template({ components });
const body = (text: string, ...examples: unknown[]) => ({
  ...{ type: "BODY", text },
  ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}),
});
const header = (text: string, example?: Part) => ({
  type: "HEADER",
  format: "TEXT",
  text,
  ...(example ? { example } : {}),
});
const buttons = (...list: unknown[]) => ({ type: "BUTTONS", buttons: list });
const quick = (text = "Yes") => ({ type: "QUICK_REPLY", text });
const link = (url: string, more: Part = {}) => ({ type: "URL", text: "Open", url, ...more });
const many = (count: number, one: Part) => Array.from({ length: count }, () => one);
const named = (components: Part[]) => template({ parameter_format: "NAMED", components });
const namedBody = (param_name: string) => ({
  ...{ type: "BODY", text: `Hi {{${param_name}}}.` },
  example: { body_text_named_params: [{ param_name, example: "a" }] },
});
const secure = (...components: Part[]) => template({ category: "AUTHENTICATION", components });
const otp = (more: Part = {}) => buttons({ type: "OTP", otp_type: "COPY_CODE", ...more });
const card = (more: Part[] = [{ type: "BODY", text: "A card" }, buttons(quick())]) => ({
  components: [{ type: "HEADER", format: "IMAGE", example: { header_handle: ["4::aW"] } }, ...more],
});
const carousel = (...cards: Part[]) => made(BODY, { type: "CAROUSEL", cards });
const offer = (more: Part = {}, ...others: Part[]) =>
  template({
    ...{ category: "MARKETING", ...more },
    components: [BODY, { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Ends soon" } }, ...others],
  });

export const REFUSED: [why: string, path: string, template: Template][] = [
  ["a name in capitals", "/name", template({ name: "Order" })],
  ["a name with a hyphen", "/name", template({ name: "order-ready" })],
  ["a name of 513 characters", "/name", template({ name: "x".repeat(513) })],
  ["a language that WhatsApp has not", "/language", template({ language: "xx" })],
  ["a language with a hyphen", "/language", template({ language: "en-US" })],
  ["an unknown category", "/category", template({ category: "TRANSACTIONAL" })],
  ["an unknown parameter format", "/parameter_format", template({ parameter_format: "MIXED" })],
  ["no components", "/components", template({ components: [] })],
  ["no body", "/components", made({ type: "FOOTER", text: "x" })],
  ["two bodies", "/components/1/type", made(BODY, BODY)],
  ["two footers", "/components/2/type", made(BODY, ...many(2, { type: "FOOTER", text: "x" }))],
  ["an unknown component", "/components/1/type", made(BODY, { type: "TAIL" })],
  ["an empty body", "/components/0/text", made(body(""))],
  ["a body of 1025 characters", "/components/0/text", made(body("x".repeat(1025)))],
  ["a variable at the start", "/components/0/text", made(body("{{1}} hi!", "a"))],
  ["a variable at the end", "/components/0/text", made(body("Hi {{1}}", "a"))],
  ["numbers from 2 on", "/components/0/text", made(body("Hi {{2}}!", "a"))],
  ["a gap in the numbers", "/components/0/text", made(body("Hi {{1}}, {{3}}!", "a", "b"))],
  ["a variable that is not closed", "/components/0/text", made(body("Hi {{1}, you!", "a"))],
  ["a name among numbers", "/components/0/text", made(body("Hi {{name}}!", "a"))],
  ["a number among names", "/components/0/text", named([body("Hi {{1}}!", "a")])],
  ["a name of 33 characters", "/components/0/text", named([body(`Hi {{${"x".repeat(33)}}}!`, "a")])],
  ["no examples", "/components/0/example/body_text", made(body("Hi {{1}}!"))],
  ["too few examples", "/components/0/example/body_text", made(body("Hi {{1}}, {{2}}!", "a"))],
  ["too many examples", "/components/0/example/body_text", made(body("Hi {{1}}!", "a", "b"))],
  ["an empty example", "/components/0/example/body_text", made(body("Hi {{1}}!", ""))],
  ["an example that is a number", "/components/0/example/body_text", made(body("Hi {{1}}!", 4711))],
  ["no named examples", "/components/0/example/body_text_named_params", named([body("Hi {{name}}!")])],
  ["a header of 61 characters", "/components/0/text", made(header("x".repeat(61)), BODY)],
  ["a header of two lines", "/components/0/text", made(header("One\nTwo"), BODY)],
  ["a header with an emoji", "/components/0/text", made(header("Ready 🎉"), BODY)],
  ["a header with an asterisk", "/components/0/text", made(header("*Ready*"), BODY)],
  [
    "a header with two variables",
    "/components/0/text",
    made(header("{{1}} and {{2}}", { header_text: ["a", "b"] }), BODY),
  ],
  ["a header without its example", "/components/0/example/header_text", made(header("Hi {{1}}"), BODY)],
  ["an unknown format of a header", "/components/0/format", made({ type: "HEADER", format: "SOUND" }, BODY)],
  ...["IMAGE", "VIDEO", "DOCUMENT"].map((format): [string, string, Template] => [
    `a header of format ${format} without an example`,
    "/components/0/example/header_handle",
    made({ type: "HEADER", format }, BODY),
  ]),
  ["an empty footer", "/components/1/text", made(BODY, { type: "FOOTER", text: "" })],
  ["a footer of 61 characters", "/components/1/text", made(BODY, { type: "FOOTER", text: "x".repeat(61) })],
  ["a footer with a variable", "/components/1/text", made(BODY, { type: "FOOTER", text: "Hi {{1}}!" })],
  ["no buttons", "/components/1/buttons", made(BODY, buttons())],
  ["eleven buttons", "/components/1/buttons", made(BODY, buttons(...many(11, quick())))],
  ["an unknown button", "/components/1/buttons/0/type", made(BODY, buttons({ type: "SWITCH", text: "On" }))],
  ["something that is no button", "/components/1/buttons/0/type", made(BODY, buttons(null))],
  ["three addresses", "/components/1/buttons", made(BODY, buttons(...many(3, link("https://a.example/"))))],
  [
    "two phone numbers",
    "/components/1/buttons",
    made(BODY, buttons(...many(2, { type: "PHONE_NUMBER", text: "Call", phone_number: "+14155550123" }))),
  ],
  [
    "two codes to copy",
    "/components/1/buttons",
    made(BODY, buttons(...many(2, { type: "COPY_CODE", example: "SAVE" }))),
  ],
  [
    "two flows",
    "/components/1/buttons",
    made(BODY, buttons(...many(2, { type: "FLOW", text: "Go", flow_id: "1" }))),
  ],
  ["a flow that is not named", "/components/1/buttons/0", made(BODY, buttons({ type: "FLOW", text: "Go" }))],
  [
    "quick replies apart",
    "/components/1/buttons",
    made(BODY, buttons(quick(), link("https://a.example/"), quick())),
  ],
  [
    "quick replies among others",
    "/components/1/buttons",
    made(BODY, buttons(link("https://a.example/"), quick(), link("https://b.example/"))),
  ],
  ["a button without a text", "/components/1/buttons/0/text", made(BODY, buttons(quick("")))],
  ["a button of 26 characters", "/components/1/buttons/0/text", made(BODY, buttons(quick("x".repeat(26))))],
  ["a button with a variable", "/components/1/buttons/0/text", made(BODY, buttons(quick("Hi {{1}}")))],
  ["a button with an emoji", "/components/1/buttons/0/text", made(BODY, buttons(quick("Yes 🎉")))],
  ["a button that is no address", "/components/1/buttons/0/url", made(BODY, buttons(link("a.example")))],
  [
    "an address with a variable inside",
    "/components/1/buttons/0/url",
    made(BODY, buttons(link("https://a.example/{{1}}/x", { example: ["1"] }))),
  ],
  [
    "an address without an example",
    "/components/1/buttons/0/example",
    made(BODY, buttons(link("https://a.example/{{1}}"))),
  ],
  [
    "a wrong phone number",
    "/components/1/buttons/0/phone_number",
    made(BODY, buttons({ type: "PHONE_NUMBER", text: "Call", phone_number: "call me" })),
  ],
  [
    "a code of 16 characters",
    "/components/1/buttons/0/example",
    made(BODY, buttons({ type: "COPY_CODE", example: "x".repeat(16) })),
  ],
  ["a one-time code in another category", "/components/1/buttons/0/type", made(BODY, otp({ text: "Copy" }))],
  [
    "an authentication template with a text",
    "/components/0/text",
    secure({ type: "BODY", text: "Your code is {{1}}." }, otp()),
  ],
  ["one with a header", "/components/0/type", secure(header("Code"), { type: "BODY" }, otp())],
  [
    "one with a footer of its own",
    "/components/1/text",
    secure({ type: "BODY" }, { type: "FOOTER", text: "Hurry", code_expiration_minutes: 5 }, otp()),
  ],
  [
    "one whose code lives 91 minutes",
    "/components/1/code_expiration_minutes",
    secure({ type: "BODY" }, { type: "FOOTER", code_expiration_minutes: 91 }, otp()),
  ],
  ["one without a button", "/components", secure({ type: "BODY" })],
  ["one with another button", "/components/1/buttons", secure({ type: "BODY" }, buttons(quick()))],
  [
    "one with a button of no type",
    "/components/1/buttons/0/otp_type",
    secure({ type: "BODY" }, buttons({ type: "OTP" })),
  ],
  [
    "one tap without an app",
    "/components/1/buttons/0/supported_apps",
    secure({ type: "BODY" }, otp({ otp_type: "ONE_TAP" })),
  ],
  [
    "no tap without the terms",
    "/components/1/buttons/0/zero_tap_terms_accepted",
    secure(
      { type: "BODY" },
      otp({ otp_type: "ZERO_TAP", package_name: "com.example", signature_hash: "K8aAINcGX7K" }),
    ),
  ],
  ["one card", "/components/1/cards", carousel(card())],
  ["cards that differ", "/components/1/cards/1", carousel(card(), card([{ type: "BODY", text: "A card" }]))],
  [
    "a card without a header",
    "/components/1/cards/0/components",
    carousel(...many(2, { components: [{ type: "BODY", text: "A" }] })),
  ],
  [
    "a card of 161 characters",
    "/components/1/cards/0/components/1/text",
    carousel(...many(2, card([{ type: "BODY", text: "x".repeat(161) }]))),
  ],
  [
    "a card with three buttons",
    "/components/1/cards/0/components/1/buttons",
    carousel(...many(2, card([buttons(quick(), quick(), quick())]))),
  ],
  ["an offer that is no marketing", "/components/1/type", offer({ category: "UTILITY" })],
  ["an offer beside a footer", "/components/2/type", offer({}, { type: "FOOTER", text: "x" })],
  [
    "an offer of 17 characters",
    "/components/1/limited_time_offer/text",
    template({
      category: "MARKETING",
      components: [BODY, { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "x".repeat(17) } }],
    }),
  ],
];

export const TAKEN: [what: string, template: Template][] = [
  ["a body alone", template()],
  ["a name of 32 characters with digits", named([namedBody(`2_${"x".repeat(30)}`)])],
  [
    "limits at their edges",
    made(
      header("x".repeat(60)),
      body("x".repeat(1024)),
      { type: "FOOTER", text: "x".repeat(60) },
      buttons(...many(10, quick("x".repeat(25)))),
    ),
  ],
  ["a carousel", carousel(card(), card())],
  ["an offer", offer()],
  [
    "one tap",
    secure(
      { type: "BODY", add_security_recommendation: true },
      { type: "FOOTER", code_expiration_minutes: 90 },
      otp({
        otp_type: "ONE_TAP",
        supported_apps: [{ package_name: "com.example", signature_hash: "K8aAINcGX7K" }],
      }),
    ),
  ],
  [
    "names",
    named([
      {
        ...body("Hi {{first_name}}!"),
        example: { body_text_named_params: [{ param_name: "first_name", example: "Ada" }] },
      },
    ]),
  ],
  ["a location", made({ type: "HEADER", format: "LOCATION" }, BODY)],
];
