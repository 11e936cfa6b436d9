/** The places of a template that a message fills: which there are, what fills them, and how they look filled. */
import { describe, expect, test } from "bun:test";
import { contentOf, sentContentOf } from "../../../daemon/page/client/parts/phone/template-content.ts";
import { type KnownTemplate, slotsOf } from "../../../daemon/page/client/parts/templates/slots.ts";
import {
  componentsOf,
  keyOf,
  placedIn,
} from "../../../daemon/page/client/parts/templates/template-values.ts";

const template = (components: object[], parameter_format = "POSITIONAL") =>
  ({ components, parameter_format }) as KnownTemplate;
const BODY = { type: "BODY", text: "Hi {{2}}, {{1}} is ready" };
const NAMED = { type: "BODY", text: "Hi {{name}}, {{order}} is ready" };
const BUTTONS = {
  type: "BUTTONS",
  buttons: [
    { type: "PHONE_NUMBER", text: "Call", phone_number: "+15550100" },
    { type: "URL", text: "Track", url: "https://shop.example/{{1}}" },
    { type: "URL", text: "Shop", url: "https://shop.example/" },
    { type: "COPY_CODE", text: "Copy" },
    { type: "QUICK_REPLY", text: "Stop" },
  ],
};

test.each<[string, object[], string, string[]]>([
  ["numbered ones by their number", [BODY], "POSITIONAL", ["body 0", "body 1"]],
  ["named ones as they stand", [NAMED], "NAMED", ["body name", "body order"]],
  ["a header's words", [{ type: "HEADER", format: "TEXT", text: "For {{1}}" }], "POSITIONAL", ["header"]],
  ["a header's file", [{ type: "HEADER", format: "IMAGE" }], "POSITIONAL", ["header"]],
  ["none of a header without any", [{ type: "HEADER", format: "LOCATION" }], "POSITIONAL", []],
  ["buttons that take a value", [BUTTONS], "POSITIONAL", ["buttons 1", "buttons 3", "buttons 4"]],
  ["none of fixed words", [{ type: "BODY", text: "Hi" }], "POSITIONAL", []],
])("places: %s", (_, components, format, keys) => {
  expect(slotsOf(template(components, format)).map(keyOf)).toEqual(keys);
});

test("numbered ones are asked for in the order of their numbers", () => {
  expect(slotsOf(template([BODY])).map(({ label }) => label)).toEqual(["{{1}}", "{{2}}"]);
});

describe("what fills them", () => {
  const all = template([{ type: "HEADER", format: "DOCUMENT" }, BODY, BUTTONS]);
  const values = {
    ...{ header: "md_1", "body 0": "the cake", "body 1": "" },
    ...{ "buttons 1": "A7", "buttons 3": "SAVE", "buttons 4": "stop" },
  };

  test("is a component for each part, with empty words of the body kept", () => {
    expect(componentsOf(slotsOf(all), values)).toEqual([
      { type: "header", parameters: [{ type: "document", document: { media_id: "md_1" } }] },
      {
        type: "body",
        parameters: [
          { type: "text", text: "the cake" },
          { type: "text", text: "" },
        ],
      },
      { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "A7" }] },
      {
        ...{ type: "button", sub_type: "copy_code", index: "3" },
        parameters: [{ type: "coupon_code", coupon_code: "SAVE" }],
      },
      {
        ...{ type: "button", sub_type: "quick_reply", index: "4" },
        parameters: [{ type: "payload", payload: "stop" }],
      },
    ]);
  });

  test("leaves out a header and buttons without a value, and names what has a name", () => {
    const named = slotsOf(template([{ type: "HEADER", format: "IMAGE" }, NAMED, BUTTONS], "NAMED"));
    expect(componentsOf(named, { "body name": "Ada" })).toEqual([
      {
        type: "body",
        parameters: [
          { type: "text", text: "Ada", parameter_name: "name" },
          { type: "text", text: "", parameter_name: "order" },
        ],
      },
    ]);
  });

  test("a file by its address is a link", () => {
    const [slot] = slotsOf(template([{ type: "HEADER", format: "VIDEO" }]));
    expect(componentsOf(slot === undefined ? [] : [slot], { header: "HTTPS://a.example/v.mp4" })).toEqual([
      { type: "header", parameters: [{ type: "video", video: { link: "HTTPS://a.example/v.mp4" } }] },
    ]);
  });

  test("is found again in what was sent, with the path that an error names", () => {
    const sent = componentsOf(slotsOf(all), values);
    const found = placedIn(sent);
    expect(Object.fromEntries(found.map(({ key, value }) => [key, value]))).toEqual(values);
    expect(found[2]?.path).toBe("/content/template/components/1/parameters/1");
  });
});

describe("on a phone", () => {
  test("places without a value stay as they are written", () => {
    expect(contentOf([BODY], "UTILITY", { "1": "The cake" }).text).toBe("Hi {{2}}, The cake is ready");
  });

  test("a button's address is shown unless it is another for each person", () => {
    const { buttons } = contentOf([BUTTONS], "UTILITY", {});
    expect(buttons).toEqual([
      { title: "Call", type: "call", url: null, phone: "+15550100" },
      { title: "Track", type: "url", url: null, phone: null },
      { title: "Shop", type: "url", url: "https://shop.example/", phone: null },
      { title: "Copy", type: "copy", url: null, phone: null },
      { title: "Stop", type: "reply", url: null, phone: null },
    ]);
  });

  test("a code has Meta's own words, and its advice where the template has it", () => {
    const textOf = (advice: boolean) =>
      String(
        contentOf([{ type: "BODY", add_security_recommendation: advice }], "AUTHENTICATION", {
          "1": "123456",
        }).text,
      );
    expect(textOf(false)).toContain("123456");
    expect(textOf(true).startsWith(`${textOf(false)} `)).toBe(true);
    const footer = { type: "FOOTER", code_expiration_minutes: 10 };
    expect(String(contentOf([footer], "AUTHENTICATION", {}).footer)).toContain("10");
  });

  test("a limited offer stands above the words", () => {
    const offer = { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Ends soon" } };
    expect(contentOf([offer, { type: "BODY", text: "20 % off" }], "MARKETING", {}).text).toBe(
      "*Ends soon*\n20 % off",
    );
  });

  test("what was sent fills words, header and each card", () => {
    const header = { type: "HEADER", format: "IMAGE", example: { media_id: "md_example" } };
    const card = { components: [{ type: "BODY", text: "{{1}} today" }] };
    const components = [header, NAMED, { type: "CAROUSEL", cards: [card, card] }];
    const template = {
      components: [
        { type: "header", parameters: [{ type: "image", image: { media_id: "md_2" } }] },
        {
          type: "body",
          parameters: [
            { type: "text", parameter_name: "order", text: "A7" },
            { type: "currency", parameter_name: "name", currency: { fallback_value: "5 €" } },
          ],
        },
        {
          type: "carousel",
          cards: [
            { components: [{ type: "body", parameters: [{ type: "text", text: "Cake" }] }] },
            { components: [{ type: "body", parameters: [{ type: "text", text: "Pie" }] }] },
          ],
        },
      ],
    };
    const content = sentContentOf(components, "MARKETING", template);
    expect(content.text).toBe("Hi 5 €, A7 is ready");
    expect(content.header).toMatchObject({ type: "image", media_id: "md_2" });
    expect((content.cards as { body: string }[]).map(({ body }) => body)).toEqual([
      "Cake today",
      "Pie today",
    ]);
  });
});
