import { type Static, Type } from "../../lib/typebox.ts";
import { MediaUrl, strict, words } from "../fields.ts";
import { coordinates } from "../words/location.ts";
import { VARIABLE_NAME } from "./variable.ts";

/** A template's components and their parameters (Meta's OpenAPI file: `HeaderComponent` and its like). */

/** The names of a template's variables, where they are named and not numbered. */
const named = {
  parameter_name: Type.Optional(
    Type.String({
      pattern: VARIABLE_NAME,
      description: "1 to 32 of a-z, 0-9 and _, with something but digits",
    }),
  ),
};
const media = strict({ link: MediaUrl });
const anything = Type.Record(Type.String(), Type.Unknown());

const Text = strict(
  { type: Type.Literal("text"), text: words(32768), ...named },
  { title: "TemplateTextParameter" },
);
const Image = strict({ type: Type.Literal("image"), image: media }, { title: "TemplateImageParameter" });
const Video = strict({ type: Type.Literal("video"), video: media }, { title: "TemplateVideoParameter" });
const Document = strict(
  {
    type: Type.Literal("document"),
    document: strict({ link: MediaUrl, filename: Type.Optional(words(240)) }),
  },
  { title: "TemplateDocumentParameter" },
);
const Location = strict(
  {
    type: Type.Literal("location"),
    location: strict({ ...coordinates, name: Type.Optional(words(100)), address: Type.Optional(words(300)) }),
  },
  { title: "TemplateLocationParameter" },
);
const Currency = strict(
  {
    type: Type.Literal("currency"),
    currency: strict({
      fallback_value: words(1024),
      code: Type.String({ pattern: "^[A-Z]{3}$", description: "An ISO 4217 code" }),
      amount_1000: Type.Integer({ description: "The amount times 1000" }),
    }),
    ...named,
  },
  { title: "TemplateCurrencyParameter" },
);
const DateTime = strict(
  {
    type: Type.Literal("date_time"),
    date_time: strict({ fallback_value: words(1024) }),
    ...named,
  },
  { title: "TemplateDateTimeParameter" },
);
const Payload = strict(
  { type: Type.Literal("payload"), payload: words(256) },
  { title: "TemplatePayloadParameter" },
);
const Coupon = strict(
  { type: Type.Literal("coupon_code"), coupon_code: words(15) },
  { title: "TemplateCouponParameter" },
);

const index = Type.String({
  pattern: "^[0-9]$",
  description: 'The zero-based position of the button as a string, "0" to "9"',
});
const one = { minItems: 1, maxItems: 1 };
const button = { type: Type.Literal("button"), index };

const Header = strict(
  {
    type: Type.Literal("header"),
    parameters: Type.Array(
      Type.Union([Text, Image, Video, Document, Location], { title: "TemplateHeaderParameter" }),
      one,
    ),
  },
  { title: "TemplateHeader" },
);
const Body = strict(
  {
    type: Type.Literal("body"),
    parameters: Type.Array(Type.Union([Text, Currency, DateTime], { title: "TemplateBodyParameter" })),
  },
  { title: "TemplateBody" },
);
const UrlButton = strict(
  { ...button, sub_type: Type.Literal("url"), parameters: Type.Array(Text, one) },
  { title: "TemplateUrlButton" },
);
const QuickReply = strict(
  { ...button, sub_type: Type.Literal("quick_reply"), parameters: Type.Array(Payload, one) },
  { title: "TemplateQuickReply" },
);
const CopyCode = strict(
  { ...button, sub_type: Type.Literal("copy_code"), parameters: Type.Array(Coupon, one) },
  { title: "TemplateCopyCode" },
);
// Buttons that the specification does not list are passed to Meta unchanged, which checks them against the template.
const OtherButton = strict(
  {
    ...button,
    sub_type: Type.Union([Type.Literal("flow"), Type.Literal("catalog"), Type.Literal("mpm")]),
    parameters: Type.Optional(Type.Array(anything)),
  },
  { title: "TemplateOtherButton" },
);
const Carousel = strict(
  { type: Type.Literal("carousel"), cards: Type.Array(anything, { minItems: 2, maxItems: 10 }) },
  { title: "TemplateCarousel" },
);
const Offer = strict(
  { type: Type.Literal("limited_time_offer"), parameters: Type.Array(anything, one) },
  { title: "TemplateLimitedTimeOffer" },
);

export const Component = Type.Union(
  [Header, Body, UrlButton, QuickReply, CopyCode, OtherButton, Carousel, Offer],
  { title: "TemplateComponent" },
);

export type Component = Static<typeof Component>;
