import { isObject } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { fileContent, givenFile } from "../shared/files.ts";
import {
  defined,
  invalid,
  type Json,
  maybeFlag,
  maybeText,
  number,
  part,
  parts,
  text,
  texts,
} from "../shared/given.ts";
import type { Route } from "../shared/routes.ts";
import { send } from "../shared/send.ts";
import { buttonsOf } from "./buttons.ts";
import { answered, channelOf, sendAsked } from "./sends.ts";

const KINDS: Record<string, string> = {
  ...{ image: "image", video: "video", ptv: "video", audio: "audio", document: "document" },
};

async function sendText(call: Call) {
  const { body } = call;
  // version 1 had it in an object of its own
  const words = isObject(body.textMessage) ? text(body.textMessage, "text") : text(body, "text");
  return await sendAsked(call, {
    type: "text",
    content: defined({ body: words, preview_url: maybeFlag(body, "linkPreview") }),
  });
}

async function sendMedia(call: Call) {
  const { body } = call;
  const asked = text(body, "mediatype").toLowerCase();
  const type = Object.hasOwn(KINDS, asked) ? KINDS[asked] : undefined;
  if (type === undefined) throw invalid("mediatype", `expected one of ${Object.keys(KINDS).join(", ")}`);
  return await sendFile(call, "media", type);
}

async function sendFile(call: Call, field: string, type: string, more: Json = {}) {
  const { body } = call;
  const name = maybeText(body, "fileName");
  const file = await givenFile(call, field, { name, type: maybeText(body, "mimetype") });
  const caption = type === "audio" || type === "sticker" ? undefined : maybeText(body, "caption");
  const file_name = type === "document" ? name : undefined;
  return await sendAsked(call, { type, content: defined({ ...file, caption, file_name, ...more }) });
}

/** A voice message: from an address only what has its form already is sent as it is; all else is fetched, and converted. */
async function sendVoice(call: Call) {
  const { audio } = call.body;
  const isElsewhere = call.file === null && typeof audio === "string" && /^https?:\/\//i.test(audio);
  if (!isElsewhere || /\.(ogg|oga|opus)(\?|$)/i.test(audio))
    return await sendFile(call, "audio", "audio", VOICE);
  const { id } = await call.api.post("/v1/media", { url: audio }, keyOf(call, "file"));
  return await sendAsked(call, { type: "audio", content: { media_id: id, ...VOICE } });
}

const VOICE = { voice: true };

async function sendLocation(call: Call) {
  const { body } = call;
  const [latitude, longitude] = [number(body, "latitude"), number(body, "longitude")];
  const name = maybeText(body, "name") ?? `${latitude}, ${longitude}`;
  const content = { latitude, longitude, name, address: maybeText(body, "address") ?? name };
  return await sendAsked(call, { type: "location", content });
}

/** Each card is a message of its own; the answer is of the first. */
async function sendContact(call: Call) {
  const cards = parts(call.body, "contact");
  const channel = await channelOf(call);
  const all: Json[] = [];
  for (const [nth, card] of cards.entries()) {
    const phone = maybeText(card, "wuid")?.replace(/@.*$/, "") ?? text(card, "phoneNumber");
    const content = defined({
      ...{ full_name: text(card, "fullName"), phone },
      organization: maybeText(card, "organization"),
    });
    all.push(await sendAsked(call, { type: "contact", content, nth }, channel));
  }
  if (all[0] === undefined) throw invalid("contact", "expected at least one contact");
  return all[0];
}

async function sendReaction(call: Call) {
  const { body } = call;
  const key = part(body, "key");
  const content = defined({
    message_id: text(key, "id"),
    reaction: maybeText(body, "reaction") ?? "",
    from_me: maybeFlag(key, "fromMe") ?? false,
    participant: maybeText(key, "participant"),
  });
  const channel = await channelOf(call);
  const sent = await send(call, channel, { to: text(key, "remoteJid"), type: "reaction", content });
  return answered(channel, sent, { type: "reaction", content });
}

async function sendPoll(call: Call) {
  const { body } = call;
  const content = {
    question: text(body, "name"),
    options: texts(body, "values"),
    selectable_count: number({ selectableCount: body.selectableCount ?? 1 }, "selectableCount"),
  };
  return await sendAsked(call, { type: "poll", content });
}

async function sendList(call: Call) {
  const { body } = call;
  const title = maybeText(body, "title");
  const words = maybeText(body, "description");
  const content = defined({
    header: words === undefined || title === undefined ? undefined : { type: "text", text: title },
    body: words ?? title,
    footer: maybeText(body, "footerText"),
    button_text: text(body, "buttonText"),
    sections: parts(body, body.sections === undefined ? "values" : "sections").map((section) =>
      defined({
        title: maybeText(section, "title"),
        rows: parts(section, "rows").map((row) =>
          defined({
            id: maybeText(row, "rowId") ?? text(row, "title"),
            title: text(row, "title"),
            description: maybeText(row, "description"),
          }),
        ),
      }),
    ),
  });
  return await sendAsked(call, { type: "list", content });
}

async function sendButtons(call: Call) {
  const { thumbnailUrl } = call.body;
  const picture = thumbnailUrl
    ? await fileContent(call, { data: String(thumbnailUrl) }, "thumbnailUrl")
    : null;
  return await sendAsked(call, buttonsOf(call.body, picture));
}

async function sendTemplate(call: Call) {
  const { body } = call;
  const content = {
    ...{ name: text(body, "name"), language: maybeText(body, "language") ?? "en_US" },
    components: parts(body, "components"),
  };
  return await sendAsked(call, { type: "template", content });
}

const created = { method: "POST", status: 201 } as const;
const withFile = { ...created, files: true } as const;

export const MESSAGE_ROUTES: readonly Route[] = [
  { ...created, path: "/message/sendText/:instance", answer: sendText },
  {
    ...{ ...withFile, path: "/message/sendMedia/:instance", answer: sendMedia },
    differs: "`ptv` goes as an ordinary video",
  },
  {
    ...{ ...withFile, path: "/message/sendPtv/:instance" },
    answer: (call) => sendFile(call, "video", "video"),
    differs: "it goes as an ordinary video",
  },
  { ...withFile, path: "/message/sendWhatsAppAudio/:instance", answer: sendVoice },
  {
    ...{ ...withFile, path: "/message/sendSticker/:instance" },
    answer: (call) => sendFile(call, "sticker", "sticker"),
  },
  { ...created, path: "/message/sendLocation/:instance", answer: sendLocation },
  {
    ...{ ...created, path: "/message/sendContact/:instance", answer: sendContact },
    differs: "each card is a message of its own; email addresses and pages are left out",
  },
  { ...created, path: "/message/sendReaction/:instance", answer: sendReaction },
  { ...created, path: "/message/sendPoll/:instance", answer: sendPoll },
  {
    ...{ ...created, path: "/message/sendList/:instance", answer: sendList },
    differs: "paired numbers send a text with numbered choices",
  },
  {
    ...{ ...created, path: "/message/sendButtons/:instance", answer: sendButtons },
    differs: "`reply` buttons, or one `url`; paired numbers send a text with numbered choices or the link",
  },
  { ...created, path: "/message/sendTemplate/:instance", answer: sendTemplate },
  {
    ...{ ...created, path: "/message/sendStatus/:instance" },
    instead:
      "status updates are not sent; POST /v1/messages reaches people one by one, POST /v1/broadcasts many",
  },
];
