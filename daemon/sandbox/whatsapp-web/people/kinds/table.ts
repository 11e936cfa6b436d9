import { randomBytes } from "node:crypto";
import type { proto } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import type { Saying } from "../sending/saying.ts";
import { baileys } from "../signal/libraries.ts";
import { edit, pin, reaction, revoke, timer } from "./changes.ts";
import { event, eventReply } from "./events.ts";
import { album, audio, document, image, lottieSticker, sticker, video, videoNote, voice } from "./files.ts";
import type { Content, Maker, Scene } from "./kind.ts";
import { contact, contacts, liveLocation, location } from "./places.ts";
import { poll, pollVote } from "./polls.ts";
import { buttonReply, flowReply, listReply, order, product, templateButtonReply } from "./replies.ts";
import { garbled, groupInvite, nested, unsupported } from "./strange.ts";
import { link, text } from "./text.ts";

const MAKERS: Record<string, Maker> = {
  text,
  link,
  image,
  video,
  video_note: videoNote,
  audio,
  voice,
  document,
  sticker,
  lottie_sticker: lottieSticker,
  album,
  location,
  live_location: liveLocation,
  contact,
  contacts,
  reaction,
  poll,
  poll_vote: pollVote,
  button_reply: buttonReply,
  list_reply: listReply,
  template_button_reply: templateButtonReply,
  flow_reply: flowReply,
  order,
  product,
  edit,
  revoke,
  pin,
  timer,
  event,
  event_reply: eventReply,
  group_invite: groupInvite,
  unsupported,
  garbled,
  nested,
};

/** The kinds of messages that people send. */
export const KINDS: readonly string[] = Object.keys(MAKERS);

/** Phones give messages a secret, which later changes are sealed with. */
function withSecret(saying: Saying): Saying {
  const { message } = saying;
  if (message instanceof Uint8Array || message.messageContextInfo) return saying;
  return { ...saying, message: { ...message, messageContextInfo: { messageSecret: randomBytes(32) } } };
}

type Wrap = (message: proto.IMessage) => proto.IMessage;

/** The wrappers that phones put around a message. */
const WRAPPERS: Record<string, Wrap> = {
  ephemeral: (message) => ({ ephemeralMessage: { message } }),
  view_once: (message) => ({ viewOnceMessage: { message } }),
  view_once_v2: (message) => ({ viewOnceMessageV2: { message } }),
  group_mention: (message) => ({ groupMentionedMessage: { message } }),
};

/**
 * Makes a message of a kind, and wraps it when `content.wrap` names one of the wrappers. Raises a `Refusal`
 * when there is no such kind or the content is wrong.
 */
export async function makeSaying(kind: string, content: Content, scene: Scene): Promise<Saying> {
  const maker = Object.hasOwn(MAKERS, kind) ? MAKERS[kind] : undefined;
  if (maker === undefined) throw new Refusal(400, `there is no kind ${kind}; there are ${KINDS.join(", ")}`);
  const saying = await maker(content, scene);
  const { wrap } = content;
  if (wrap === undefined) return withSecret(saying);
  const wrapper = typeof wrap === "string" && Object.hasOwn(WRAPPERS, wrap) ? WRAPPERS[wrap] : undefined;
  if (wrapper === undefined) {
    throw new Refusal(400, `wrap must be one of ${Object.keys(WRAPPERS).join(", ")}`);
  }
  const { message } = saying;
  return withSecret({
    ...saying,
    message: wrapper(message instanceof Uint8Array ? baileys().proto.Message.decode(message) : message),
  });
}
