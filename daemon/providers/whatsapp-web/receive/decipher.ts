import { createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import type { MediaLocation } from "../../media.ts";

/** The keys derived from a file's key (Baileys, `Utils/messages-media`, getMediaKeys). */
export type FileKeys = { iv: Uint8Array; cipherKey: Uint8Array; macKey?: Uint8Array };

/** A file ends with this many bytes of an HMAC over its beginning and its ciphertext. */
const MAC_BYTES = 10;
const NONE = Buffer.alloc(0);

/** Opens a file of WhatsApp's: AES-256-CBC, then a cut HMAC-SHA256. Throws at the end when it was changed. */
export function decipherer({ iv, cipherKey, macKey }: FileKeys): NonNullable<MediaLocation["decipher"]> {
  return async function* (encrypted) {
    const machine = createDecipheriv("aes-256-cbc", cipherKey, iv);
    const mac = createHmac("sha256", macKey ?? new Uint8Array()).update(iv);
    let held = NONE;
    for await (const chunk of encrypted) {
      // a short piece is put to what is held back; a longer one is not copied, which would make much garbage
      const [ahead, rest] = chunk.length < MAC_BYTES ? [NONE, Buffer.concat([held, chunk])] : [held, chunk];
      const ready = rest.subarray(0, Math.max(0, rest.length - MAC_BYTES));
      held = Buffer.from(rest.subarray(ready.length));
      for (const part of [ahead, ready]) {
        mac.update(part);
        if (part.length > 0) yield machine.update(part);
      }
    }
    const expected = mac.digest().subarray(0, MAC_BYTES);
    if (held.length !== MAC_BYTES || !timingSafeEqual(held, expected))
      throw new Error("the file is cut short, or was changed on its way");
    yield machine.final();
  };
}
