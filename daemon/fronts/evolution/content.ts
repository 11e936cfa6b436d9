import { objects } from "../../lib/objects.ts";
import { defined, type Json } from "../shared/given.ts";

/** A message's content in Baileys' form, as Evolution has it. */
export type Form = { messageType: string; message: Json };

type Make = (content: Json) => Form;

const form = (messageType: string, message: unknown): Form => ({
  messageType,
  message: { [messageType]: message },
});

/** A file, of which only what is known is named. */
function file(messageType: string): Make {
  return ({ media_url, mime_type, media_type, caption, file_name, voice, size }) =>
    form(
      messageType,
      defined({
        url: media_url,
        mimetype: mime_type ?? media_type,
        caption,
        fileName: messageType === "documentMessage" ? file_name : undefined,
        ptt: messageType === "audioMessage" ? voice === true : undefined,
        fileLength: size === undefined ? undefined : String(size),
      }),
    );
}

function card({ full_name, phone, organization }: Json): Json {
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${lineOf(full_name)}`,
    ...(organization === undefined ? [] : [`ORG:${lineOf(organization)};`]),
    `TEL;type=CELL;type=VOICE;waid=${lineOf(phone)}:+${lineOf(phone)}`,
    "END:VCARD",
  ];
  return { displayName: full_name, vcard: lines.join("\n") };
}

const lineOf = (value: unknown) => String(value ?? "").replace(/[\r\n]+/g, " ");

const FORMS: Record<string, Make> = {
  text: ({ body }) => form("conversation", body ?? ""),
  image: file("imageMessage"),
  video: file("videoMessage"),
  audio: file("audioMessage"),
  document: file("documentMessage"),
  sticker: file("stickerMessage"),
  location: ({ latitude, longitude, name, address }) =>
    form(
      "locationMessage",
      defined({ degreesLatitude: latitude, degreesLongitude: longitude, name, address }),
    ),
  contact: (content) => form("contactMessage", card(content)),
  reaction: ({ message_id, reaction, emoji, from_me }) =>
    form("reactionMessage", {
      key: { id: message_id, fromMe: from_me !== false },
      text: reaction ?? emoji ?? "",
    }),
  poll: ({ question, options, selectable_count }) =>
    form("pollCreationMessageV3", {
      name: question,
      options: Array.isArray(options) ? options.map((optionName) => ({ optionName })) : [],
      selectableOptionsCount: selectable_count ?? 1,
    }),
  list: ({ header, body, footer, button_text, sections }) =>
    form(
      "listMessage",
      defined({
        title: (header as Json | undefined)?.text,
        description: body,
        footerText: footer,
        buttonText: button_text,
        sections: objects(sections).map(({ title, rows }) => ({
          title,
          rows: objects(rows).map(({ id, ...row }) => ({ ...row, rowId: id })),
        })),
      }),
    ),
  buttons: ({ body, footer, buttons }) =>
    form(
      "buttonsMessage",
      defined({
        contentText: body,
        footerText: footer,
        buttons: objects(buttons).map(({ id, title }) => ({
          buttonId: id,
          buttonText: { displayText: title },
        })),
      }),
    ),
};

/** The content of a message; of a type that Baileys has no form for, its words as a text. */
export function formOf(type: string, content: Json, words: unknown = content.body): Form {
  const make = Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
  return make === undefined ? form("conversation", typeof words === "string" ? words : "") : make(content);
}
