import type { proto } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import type { Group } from "../groups/groups.ts";
import { addressOf, type Form } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import type { PhoneMessage } from "../phone-message.ts";
import type { Saying } from "../sending/saying.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";

/** The caller's members of a message; all are optional. */
export type Content = Record<string, unknown>;

/** Who writes to whom, and how they are addressed; in a group to everybody, `to` is then the writer. */
export type Scene = { world: World; from: Person; to: Person; form: Form; group?: Group };

/** Makes a message of one kind. Raises a `Refusal` when the content has a wrong type or names a message that is not there. */
export type Maker = (content: Content, scene: Scene) => Saying | Promise<Saying>;

export function textOf(content: Content, name: string, fallback: string): string {
  const value = content[name] ?? fallback;
  if (typeof value !== "string") throw new Refusal(400, `${name} must be a string`);
  return value;
}

export function numberOf(content: Content, name: string, fallback: number): number {
  const value = content[name] ?? fallback;
  if (typeof value !== "number") throw new Refusal(400, `${name} must be a number`);
  return value;
}

export function textsOf(content: Content, name: string, fallback: string[]): string[] {
  const value = content[name] ?? fallback;
  const isRight = Array.isArray(value) && value.every((item): item is string => typeof item === "string");
  if (!isRight) throw new Refusal(400, `${name} must be an array of strings`);
  return value;
}

/** The message on the sender's phone that the content names in `message_id`. */
export function targetOf(content: Content, { world, from }: Scene): PhoneMessage {
  const id = textOf(content, "message_id", "");
  const found = world.messageLog.find(from, id);
  if (found === undefined) throw new Refusal(404, `there is no message ${id} on the phone of ${from.number}`);
  return found;
}

/** The key of a message as its reader's phone writes it: `fromMe` is the reader, the chat is the other side. */
export function keyOf(message: PhoneMessage, scene: Scene): proto.IMessageKey {
  const { fromMe, id, form } = message;
  if (scene.group === undefined) return { remoteJid: addressOf(scene.to, form), fromMe, id };
  return { remoteJid: scene.group.id, fromMe, id, participant: addressOf(authorOf(message, scene), form) };
}

/** Who wrote a message that is on the sender's phone. */
export function authorOf({ author, fromMe }: PhoneMessage, { world, from, to }: Scene): Person {
  if (author !== undefined) return world.persons.of(author);
  return fromMe ? from : to;
}

/**
 * The context of a message: the message it answers, when the content names one in `reply_to`, after how
 * long it disappears, in `expires_seconds`, and the numbers that it mentions, in `mentions`.
 */
export function contextOf(content: Content, scene: Scene): { contextInfo: proto.IContextInfo } | undefined {
  const { reply_to, expires_seconds, mentions } = content;
  if (reply_to === undefined && expires_seconds === undefined && mentions === undefined) return undefined;
  const expiration = numberOf(content, "expires_seconds", 0);
  const quote = reply_to === undefined ? {} : quoteOf(reply_to, scene);
  const mentionedJid = textsOf(content, "mentions", []).map((number) =>
    addressOf(scene.world.persons.of(number), "lid"),
  );
  const mentioning = mentionedJid.length > 0 && { mentionedJid };
  return { contextInfo: { ...quote, ...mentioning, ...(expiration > 0 && { expiration }) } };
}

function quoteOf(message_id: unknown, scene: Scene): proto.IContextInfo {
  const quoted = targetOf({ message_id }, scene);
  return {
    stanzaId: quoted.id,
    participant: addressOf(authorOf(quoted, scene), quoted.form),
    quotedMessage: baileys().proto.Message.decode(Buffer.from(quoted.raw, "base64")),
  };
}
