import { items, type Json, type Table, words } from "../table.ts";

const file = { link: "https://example.com/a" };
const text = (value = "a") => ({ type: "text", text: value });
const header = (parameter: Json) => ({ type: "header", parameters: [parameter] });
const body = (...parameters: Json[]) => ({ type: "body", parameters });
const button = (sub_type: string, index: string, parameter: Json) => ({
  ...{ type: "button", sub_type, index },
  parameters: [parameter],
});
const url = (index = "0") => button("url", index, text());
const reply = (index: string) => button("quick_reply", index, { type: "payload", payload: "a" });
const of = (...components: unknown[]) => ({
  template: { name: "shipped", language: { code: "en_US" }, components },
});

const at = "/template/components";
const money = { fallback_value: "€ 9", code: "EUR", amount_1000: 9000 };
const place = { latitude: 1, longitude: 2, name: "Pier", address: "Pier 4" };
const content = {
  ...of(header(text()), body(text(), text()), url(), reply("1")),
  reply_to: { id: "wamid.a" },
};

const limits: Table["limits"] = [
  words(`${at}/0/parameters/0/text`, 60),
  words(`${at}/1/parameters/0/text`, 1024),
  words(`${at}/2/parameters/0/text`, 32_768),
  words(`${at}/3/parameters/0/payload`, 256),
  items(`${at}/3/parameters`, 1, 1, () => ({ type: "payload", payload: "a" })),
];

export const template: Table = {
  content,
  required: [
    ...["/template", "/template/name", "/template/language", "/template/language/code"],
    ...[`${at}/0/type`, `${at}/1/parameters`, `${at}/2/sub_type`, `${at}/2/index`, `${at}/3/parameters`],
    ...[`${at}/0/parameters/0/type`, `${at}/0/parameters/0/text`, `${at}/3/parameters/0/payload`],
  ],
  limits,
  taken: {
    "no components": { template: { name: "a".repeat(512), language: { code: "fil" } } },
    "a body of 32768 characters alone": of(body(text("a".repeat(32_768)))),
    "named variables": of(body({ ...text(), parameter_name: "first_name" })),
    "a name with digits": of(body({ ...text(), parameter_name: `order2_${"a".repeat(25)}` })),
    "four spaces in a row": of(body(text("a    b"))),
    "money and a date": of(
      body(
        { type: "currency", currency: money },
        { type: "date_time", date_time: { fallback_value: "May 1" } },
      ),
    ),
    "a header with an image": of(header({ type: "image", image: file })),
    "a header with a video": of(header({ type: "video", video: file })),
    "a header with a document": of(header({ type: "document", document: { ...file, filename: "a.pdf" } })),
    "a header with a place": of(header({ type: "location", location: place })),
    "a code to copy": of(button("copy_code", "0", { type: "coupon_code", coupon_code: "a".repeat(15) })),
    "a button to a catalog": of({ type: "button", sub_type: "catalog", index: "9" }),
    "a flow": of(button("flow", "0", { type: "action", action: { flow_token: "a" } })),
    "a carousel": of({ type: "carousel", cards: [{ card_index: 0 }, { card_index: 1 }] }),
    "an offer": of({ type: "limited_time_offer", parameters: [{ type: "limited_time_offer" }] }),
  },
  refused: [
    refusal("its name is flat", { template_name: "shipped" }, "/template_name", "unknown field"),
    refusal(
      "its name has a space",
      { template: { name: "a b", language: { code: "en" } } },
      "/template/name",
      "expected 1 to 512 of a-z, 0-9 and _",
    ),
    refusal(
      "its name has 513 characters",
      { template: { name: "a".repeat(513), language: { code: "en" } } },
      "/template/name",
      "1 to 512",
    ),
    refusal(
      "its language is English",
      { template: { name: "a", language: { code: "English" } } },
      "/template/language/code",
      "expected a locale code of the template, such as en_US",
    ),
    refusal(
      "it has a footer",
      of({ type: "footer" }),
      `${at}/0/type`,
      "expected one of header, body, button",
    ),
    refusal("it has two bodies", of(body(text()), body(text())), `${at}/1`, "must be unique"),
    refusal("two buttons are in one place", of(url("1"), reply("1")), `${at}/1`, "must be unique"),
    refusal(
      "its link has a payload",
      of(button("url", "0", { type: "payload", payload: "a" })),
      `${at}/0/parameters/0/text`,
      "required",
    ),
    refusal(
      "its button calls",
      of({ type: "button", sub_type: "call", index: "0" }),
      `${at}/0/sub_type`,
      "url",
    ),
    refusal("its index is a fraction", of({ ...url(), index: 0.5 }), `${at}/0/index`, '"0" to "9"'),
    refusal("its index is ten", of(url("10")), `${at}/0/index`, '"0" to "9"'),
    refusal(
      "its header has two parameters",
      of({ type: "header", parameters: [text(), text()] }),
      `${at}/0/parameters`,
      "at most 1 items, not 2",
    ),
    refusal(
      "its image has no link",
      of(header({ type: "image", image: {} })),
      `${at}/0/parameters/0/image/link`,
      "required",
    ),
    refusal(
      "its body has an image",
      of(body({ type: "image", image: file })),
      `${at}/0/parameters/0/type`,
      "expected one of text, currency, date_time",
    ),
    refusal(
      "a name of a variable has 33 characters",
      of(body({ ...text(), parameter_name: "a".repeat(33) })),
      `${at}/0/parameters/0/parameter_name`,
      "expected 1 to 32 of a-z, 0-9 and _, with something but digits",
    ),
    refusal(
      "a name of a variable is a number",
      of(body({ ...text(), parameter_name: "2" })),
      `${at}/0/parameters/0/parameter_name`,
      "expected 1 to 32 of a-z, 0-9 and _, with something but digits",
    ),
    ...[header(text("a\nb")), body(text("a\tb")), button("url", "0", text("a\r"))].map((part) =>
      refusal(
        `${part.type} has a line break or a tab`,
        of(part),
        `${at}/0/parameters/0/text`,
        "the value of a variable has no line breaks or tabs",
      ),
    ),
    refusal(
      "money has five spaces in a row",
      of(body({ type: "currency", currency: { ...money, fallback_value: "a     b" } })),
      `${at}/0/parameters/0/currency/fallback_value`,
      "the value of a variable has at most 4 spaces in a row",
    ),
    refusal(
      "a card has a line break",
      of({ type: "carousel", cards: [{ components: [body(text("a\nb"))] }, {}] }),
      `${at}/0/cards/0/components/0/parameters/0/text`,
      "the value of a variable has no line breaks or tabs",
    ),
    refusal(
      "its coupon has 16 characters",
      of(button("copy_code", "0", { type: "coupon_code", coupon_code: "a".repeat(16) })),
      `${at}/0/parameters/0/coupon_code`,
      "at most 15 characters, not 16",
    ),
    refusal("it has 17 components", of(...Array(17).fill(body())), at, "at most 16 items, not 17"),
  ],
};

function refusal(because: string, content: Json, at: string, says: string) {
  return { because, content, at, says };
}
