import type { SocketConfig } from "baileys";
import { ConnectionOverError } from "../../library/inside/late-rejections.ts";
import type { Library } from "../../library/library.ts";
import { type Copies, Malformed } from "./copies.ts";
import type { Envelopes } from "./envelopes.ts";

type MakeRepository = SocketConfig["makeSignalRepository"];

/**
 * A Signal repository that asks for a copy of what it can't decrypt, before Baileys learns of it. To Baileys the message
 * is then one that came without content: it acknowledges it plainly and asks the phone for it, too. Anything else it
 * refuses with error 500, and WhatsApp would send it first at every login (Baileys, pull request 2779). What it can read
 * is passed to `noteKinds`.
 */
export function askForCopies(
  library: Library,
  make: MakeRepository,
  envelopes: Envelopes,
  copies: Copies,
  noteKinds: (message: Uint8Array) => void,
): MakeRepository {
  async function readOrAsk(ciphertext: Uint8Array, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const envelope = envelopes.find(ciphertext);
    const isFromPerson = envelope !== undefined && envelope.attributes.category !== "peer";
    try {
      const plaintext = await read();
      if (isFromPerson) noteKinds(checkMessage(library, plaintext));
      return plaintext;
    } catch (cause) {
      if (!isFromPerson || cause instanceof ConnectionOverError) throw cause;
      await copies.ask(envelope, cause);
      throw new Error(library.NO_MESSAGE_FOUND_ERROR_TEXT, { cause });
    }
  }

  return (...given) => {
    const inner = make(...given);
    return {
      ...inner,
      lidMapping: inner.lidMapping,
      decryptMessage: (sealed) => readOrAsk(sealed.ciphertext, () => inner.decryptMessage(sealed)),
      decryptGroupMessage: (sealed) => readOrAsk(sealed.msg, () => inner.decryptGroupMessage(sealed)),
    };
  };
}

/** The encoded message. Throws `Malformed` where it is none. */
function checkMessage({ proto, unpadRandomMax16 }: Library, plaintext: Uint8Array): Uint8Array {
  try {
    const message = unpadRandomMax16(plaintext);
    proto.Message.decode(message);
    return message;
  } catch (cause) {
    throw new Malformed("what was decrypted is no message", { cause });
  }
}
