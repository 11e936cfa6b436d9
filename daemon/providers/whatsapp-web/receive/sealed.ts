import { createDecipheriv, hkdfSync } from "node:crypto";
import type { proto } from "baileys";
import type { Library } from "../library/library.ts";
import type { Original } from "../send/records.ts";
import { unwrapped } from "./unwrap.ts";

/** The kinds of sealed changes; each has a key of its own (whatsmeow, `msgsecret.go`). */
type Purpose = "Message Edit" | "Event Edit" | "Enc Reaction" | "Event Response";

/** A change of a message, sealed with that one's secret. */
export type Sealed = {
  purpose: Purpose;
  about: proto.IMessageKey;
  payload: Uint8Array;
  iv: Uint8Array;
};

/** Addresses that somebody may have had in the eyes of who sealed something: by number, by LID. */
export type Sides = { creators: readonly string[]; authors: readonly string[] };

const TAG_BYTES = 16;

/** The sealed change in a message; null when there is none. */
export function sealedIn({ proto }: Library, message: proto.IMessage): Sealed | null {
  const { secretEncryptedMessage, encReactionMessage, encEventResponseMessage } = message;
  const { EVENT_EDIT, MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType;
  if (encReactionMessage)
    return sealed("Enc Reaction", encReactionMessage.targetMessageKey, encReactionMessage);
  if (encEventResponseMessage)
    return sealed("Event Response", encEventResponseMessage.eventCreationMessageKey, encEventResponseMessage);
  if (!secretEncryptedMessage) return null;
  const { secretEncType, targetMessageKey } = secretEncryptedMessage;
  if (secretEncType === MESSAGE_EDIT) return sealed("Message Edit", targetMessageKey, secretEncryptedMessage);
  return secretEncType === EVENT_EDIT ? sealed("Event Edit", targetMessageKey, secretEncryptedMessage) : null;
}

type Body = { encPayload?: Uint8Array | null; encIv?: Uint8Array | null };

function sealed(purpose: Purpose, about: proto.IMessageKey | null | undefined, body: Body): Sealed {
  const none = new Uint8Array();
  return { purpose, about: about ?? {}, payload: body.encPayload ?? none, iv: body.encIv ?? none };
}

/** Opens a sealed change; null when the secret of the message it is about does not fit. */
export function open(
  library: Library,
  given: Sealed,
  original: Pick<Original, "message">,
  { creators, authors }: Sides,
): Uint8Array | null {
  const message = library.proto.Message.decode(original.message);
  const secret = message.messageContextInfo?.messageSecret;
  if (!secret) return null;
  for (const creator of creators)
    for (const author of authors) {
      const plain = openWith(secret, given, creator, author);
      if (plain !== null) return plain;
    }
  return null;
}

/** It opens with the right addresses alone. */
function openWith(secret: Uint8Array, given: Sealed, creator: string, author: string): Uint8Array | null {
  const { purpose, about, payload, iv } = given;
  const key = hkdfSync("sha256", secret, new Uint8Array(), `${about.id}${creator}${author}${purpose}`, 32);
  try {
    const machine = createDecipheriv("aes-256-gcm", new Uint8Array(key), iv);
    if (purpose === "Event Response") machine.setAAD(Buffer.from(`${about.id}\0${author}`));
    machine.setAuthTag(payload.subarray(payload.length - TAG_BYTES));
    const ciphertext = payload.subarray(0, payload.length - TAG_BYTES);
    return Buffer.concat([machine.update(ciphertext), machine.final()]);
  } catch {
    return null;
  }
}

/** The message that an opened edit or reaction is in its plain form; null when it is none. */
export function plainOf(
  { proto }: Library,
  { purpose, about }: Sealed,
  plain: Uint8Array,
): proto.IMessage | null {
  if (purpose === "Enc Reaction") {
    const { key: _key, ...reaction } = proto.Message.ReactionMessage.decode(plain);
    return { reactionMessage: { ...reaction, key: about } };
  }
  const { MESSAGE_EDIT: type } = proto.Message.ProtocolMessage.Type;
  const said = unwrapped(proto.Message.decode(plain));
  const inner = said?.protocolMessage;
  if (inner && inner.type !== type) return null;
  const editedMessage = inner ? inner.editedMessage : said;
  return { protocolMessage: { type, key: about, editedMessage: editedMessage ?? null } };
}
