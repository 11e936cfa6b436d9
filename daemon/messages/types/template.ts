import { Type } from "@sinclair/typebox";
import { asGiven, MediaUrl, messageType, quoting, ReplyTo } from "./message-type.ts";

const strict = { additionalProperties: false };
const named = { parameter_name: Type.Optional(Type.String({ pattern: "^[a-z_]{1,20}$" })) };
const media = Type.Object({ link: MediaUrl }, strict);

const Text = Type.Object(
  { type: Type.Literal("text"), text: Type.String({ minLength: 1, maxLength: 32768 }), ...named },
  strict,
);
const Image = Type.Object({ type: Type.Literal("image"), image: media }, strict);
const Video = Type.Object({ type: Type.Literal("video"), video: media }, strict);
const Document = Type.Object(
  {
    type: Type.Literal("document"),
    document: Type.Object(
      { link: MediaUrl, filename: Type.Optional(Type.String({ maxLength: 240 })) },
      strict,
    ),
  },
  strict,
);
const Location = Type.Object(
  {
    type: Type.Literal("location"),
    location: Type.Object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        name: Type.Optional(Type.String({ maxLength: 100 })),
        address: Type.Optional(Type.String({ maxLength: 300 })),
      },
      strict,
    ),
  },
  strict,
);
const Currency = Type.Object(
  {
    type: Type.Literal("currency"),
    currency: Type.Object(
      {
        fallback_value: Type.String(),
        code: Type.String({ pattern: "^[A-Z]{3}$" }),
        amount_1000: Type.Integer(),
      },
      strict,
    ),
    ...named,
  },
  strict,
);
const DateTime = Type.Object(
  {
    type: Type.Literal("date_time"),
    date_time: Type.Object({ fallback_value: Type.String() }, strict),
    ...named,
  },
  strict,
);
const Payload = Type.Object(
  { type: Type.Literal("payload"), payload: Type.String({ minLength: 1, maxLength: 256 }) },
  strict,
);

const Component = Type.Union([
  Type.Object(
    {
      type: Type.Literal("header"),
      parameters: Type.Array(Type.Union([Text, Image, Video, Document, Location]), { maxItems: 1 }),
    },
    strict,
  ),
  Type.Object(
    { type: Type.Literal("body"), parameters: Type.Array(Type.Union([Text, Currency, DateTime])) },
    strict,
  ),
  Type.Object(
    {
      type: Type.Literal("button"),
      sub_type: Type.Union([Type.Literal("url"), Type.Literal("quick_reply")]),
      index: Type.String({
        pattern: "^[0-9]$",
        description: "Zero-based position of the button, as a string",
      }),
      parameters: Type.Array(Type.Union([Text, Payload]), { minItems: 1, maxItems: 1 }),
    },
    strict,
  ),
  // What has no rows of its own in the specification goes to Meta as it is, which checks it against the template.
  Type.Object(
    {
      type: Type.Literal("button"),
      sub_type: Type.Union(["copy_code", "flow", "catalog", "mpm"].map((name) => Type.Literal(name))),
      index: Type.String({ pattern: "^[0-9]$" }),
      parameters: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    },
    strict,
  ),
  Type.Object(
    {
      type: Type.Literal("carousel"),
      cards: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 2, maxItems: 10 }),
    },
    strict,
  ),
  Type.Object(
    {
      type: Type.Literal("limited_time_offer"),
      parameters: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    },
    strict,
  ),
]);

/** An approved template with its variables filled in ("Template messages"). */
export const template = messageType({
  type: "template",
  schema: Type.Object(
    {
      template: Type.Object(
        {
          name: Type.String({ pattern: "^[a-z0-9_]{1,512}$" }),
          language: Type.Object({ code: Type.String({ pattern: "^[a-z]{2,3}(_[A-Za-z]{2,4})?$" }) }, strict),
          components: Type.Optional(Type.Array(Component, { maxItems: 16 })),
        },
        strict,
      ),
      reply_to: Type.Optional(ReplyTo),
    },
    strict,
  ),
  canonical: asGiven,
  addressed: true,
  official: (content) => ({
    type: "template",
    template: {
      ...content.template,
      language: { code: content.template.language.code, policy: "deterministic" },
    },
    ...quoting(content),
  }),
  examples: [
    { template: { name: "hello_world", language: { code: "en_US" } } },
    {
      template: {
        name: "order_update",
        language: { code: "en_US" },
        components: [
          {
            type: "body",
            parameters: [
              { type: "text", text: "A-1042" },
              { type: "text", text: "tomorrow" },
            ],
          },
        ],
      },
    },
  ],
});
