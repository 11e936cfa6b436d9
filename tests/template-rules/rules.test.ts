/** Limits of a template's definition, each at and over its edge. */
import { describe, expect, test } from "bun:test";
import { definitionErrors } from "../../daemon/template-rules/rules.ts";
import type { Part } from "../../daemon/template-rules/text.ts";

const BODY = { type: "BODY", text: "Hello." };
const buttons = (...list: Part[]): Part => ({ type: "BUTTONS", buttons: list });
const quick = (text = "Yes"): Part => ({ type: "QUICK_REPLY", text });
const link = (url: string, more: Part = {}): Part => ({ type: "URL", text: "Open", url, ...more });
const body = (text: string, ...examples: string[]): Part => ({
  type: "BODY",
  text,
  ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}),
});
const card = (text = "A card"): Part => ({
  components: [
    { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::aW"] } },
    { type: "BODY", text },
    buttons(quick()),
  ],
});

function errorsOf(
  components: Part[],
  category = "UTILITY",
  parameter_format: "POSITIONAL" | "NAMED" = "POSITIONAL",
) {
  return definitionErrors({ category, parameter_format, components }).map(({ path }) => path);
}

describe("taken", () => {
  test.each<[string, Part[]]>([
    ["a body alone", [BODY]],
    ["a body of 1024 characters", [body("x".repeat(1024))]],
    ["a header of 60 characters", [{ type: "HEADER", format: "TEXT", text: "x".repeat(60) }, BODY]],
    ["a footer of 60 characters", [BODY, { type: "FOOTER", text: "x".repeat(60) }]],
    ["ten buttons", [BODY, buttons(...Array.from({ length: 10 }, () => quick()))]],
    ["two addresses", [BODY, buttons(link("https://a.example/"), link("https://b.example/"))]],
    [
      "an address with an example",
      [BODY, buttons(link("https://a.example/{{1}}", { example: ["https://a.example/1"] }))],
    ],
    ["a request for the number", [BODY, buttons({ type: "REQUEST_CONTACT_INFO" })]],
    ["variables with examples", [body("Hi {{1}} and {{2}}!", "a", "b")]],
    ["a location in the header", [{ type: "HEADER", format: "LOCATION" }, BODY]],
    ["a carousel of two", [BODY, { type: "CAROUSEL", cards: [card(), card()] }]],
  ])("%s", (_, components) => {
    expect(errorsOf(components)).toEqual([]);
  });

  test("named variables", () => {
    const example = { body_text_named_params: [{ param_name: "first_name", example: "Ada" }] };
    expect(errorsOf([{ type: "BODY", text: "Hi {{first_name}}!", example }], "UTILITY", "NAMED")).toEqual([]);
  });

  test("an authentication template without words", () => {
    const otp = buttons({ type: "OTP", otp_type: "COPY_CODE" });
    expect(errorsOf([{ type: "BODY" }, otp], "AUTHENTICATION")).toEqual([]);
  });
});

describe("refused", () => {
  test.each<[string, Part[], string]>([
    ["no body", [{ type: "FOOTER", text: "x" }], "/components"],
    ["two bodies", [BODY, BODY], "/components/1/type"],
    ["an unknown component", [BODY, { type: "TAIL" }], "/components/1/type"],
    ["a body of 1025 characters", [body("x".repeat(1025))], "/components/0/text"],
    ["a variable at the start", [body("{{1}} hi!", "a")], "/components/0/text"],
    ["a variable at the end", [body("Hi {{1}}", "a")], "/components/0/text"],
    ["a gap in the numbers", [body("Hi {{2}}!", "a")], "/components/0/text"],
    ["a missing example", [body("Hi {{1}}, {{2}}!", "a")], "/components/0/example/body_text"],
    [
      "a header of 61 characters",
      [{ type: "HEADER", format: "TEXT", text: "x".repeat(61) }, BODY],
      "/components/0/text",
    ],
    [
      "a picture without a sample",
      [{ type: "HEADER", format: "IMAGE" }, BODY],
      "/components/0/example/header_handle",
    ],
    ["an unknown header", [{ type: "HEADER", format: "SOUND" }, BODY], "/components/0/format"],
    ["a footer with a variable", [BODY, { type: "FOOTER", text: "{{1}}" }], "/components/1/text"],
    [
      "eleven buttons",
      [BODY, buttons(...Array.from({ length: 11 }, () => quick()))],
      "/components/1/buttons",
    ],
    ["a button of 26 characters", [BODY, buttons(quick("x".repeat(26)))], "/components/1/buttons/0/text"],
    [
      "three addresses",
      [BODY, buttons(...["a", "b", "c"].map((one) => link(`https://${one}.example/`)))],
      "/components/1/buttons",
    ],
    [
      "quick replies apart",
      [BODY, buttons(quick(), link("https://a.example/"), quick())],
      "/components/1/buttons",
    ],
    [
      "an address without an example",
      [BODY, buttons(link("https://a.example/{{1}}"))],
      "/components/1/buttons/0/example",
    ],
    ["one card", [BODY, { type: "CAROUSEL", cards: [card()] }], "/components/1/cards"],
    [
      "a card of 161 characters",
      [BODY, { type: "CAROUSEL", cards: [card(), card("x".repeat(161))] }],
      "/components/1/cards/1/components/1/text",
    ],
  ])("%s", (_, components, path) => {
    expect(errorsOf(components)).toContain(path);
  });
});

test("all that is wrong with a text is said at once", () => {
  const text = `{{2}} *Ready* ${"x".repeat(60)} {{4}}`;
  const header = { type: "HEADER", format: "TEXT", text };
  const errors = definitionErrors({
    ...{ category: "UTILITY", parameter_format: "POSITIONAL" as const },
    components: [header, BODY],
  });
  expect(errors.filter(({ path }) => path === "/components/0/text").map(({ message }) => message)).toEqual([
    `at most 60 characters, this has ${text.length}`,
    "no line breaks, emoji or asterisks are allowed here",
    "at most 1 variable is allowed here",
    "the variables must be {{1}}, {{2}}, or parameter_format NAMED",
  ]);
});
