import { type Static, Type } from "@sinclair/typebox";
import { label, MediaUrl, quoting, type ReplyTo, strict, words } from "./fields.ts";

/** Parts that interactive messages share (Meta's OpenAPI file: `HeaderObject`, `BodyObject`, `FooterObject`). */
export const Body = words(1024);
export const Footer = label(60);
export const TextHeader = strict({ type: Type.Literal("text"), text: label(60) });
export const ButtonTitle = label(20);
export const ButtonId = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: "^\\S([\\s\\S]*\\S)?$",
  description: "An id without spaces around it",
});
export const Reply = strict({ id: ButtonId, title: ButtonTitle });

export const Header = Type.Union([
  TextHeader,
  strict({ type: Type.Literal("image"), media_url: MediaUrl }),
  strict({ type: Type.Literal("video"), media_url: MediaUrl }),
  strict({
    type: Type.Literal("document"),
    media_url: MediaUrl,
    file_name: Type.Optional(words(240)),
  }),
]);

type Parts = {
  header?: Static<typeof Header>;
  body?: string;
  footer?: string;
  reply_to?: Static<typeof ReplyTo>;
};

/** An interactive message of the Cloud API: its kind, its action and the parts that kinds share. */
export function interactive(type: string, content: Parts, action: object): Record<string, unknown> {
  return {
    type: "interactive",
    interactive: {
      type,
      header: content.header === undefined ? undefined : headerOf(content.header),
      body: textOf(content.body),
      footer: textOf(content.footer),
      action,
    },
    ...quoting(content),
  };
}

function headerOf(header: Static<typeof Header>): Record<string, unknown> {
  switch (header.type) {
    case "text":
      return header;
    case "document":
      return { type: "document", document: { link: header.media_url, filename: header.file_name } };
    default:
      return { type: header.type, [header.type]: { link: header.media_url } };
  }
}

function textOf(text: string | undefined) {
  return text === undefined ? undefined : { text };
}
