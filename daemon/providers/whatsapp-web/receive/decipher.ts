import { createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import type { MediaLocation } from "../../media.ts";

/** What a file's key unfolds to (Baileys, `Utils/messages-media`, getMediaKeys). */
export type FileKeys = { iv: Uint8Array; cipherKey: Uint8Array; macKey?: Uint8Array };

/** A file ends with this many bytes of an HMAC over its beginning and its ciphertext. */
const MAC_BYTES = 10;

/** Opens a file of WhatsApp's: AES-256-CBC, then a cut HMAC-SHA256. Throws at the end when it was changed. */
export function decipherer({ iv, cipherKey, macKey }: FileKeys): NonNullable<MediaLocation["decipher"]> {
  return async function* (encrypted) {
    const machine = createDecipheriv("aes-256-cbc", cipherKey, iv);
    const mac = createHmac("sha256", macKey ?? new Uint8Array()).update(iv);
    let held = Buffer.alloc(0);
    for await (const chunk of encrypted) {
      const all = Buffer.concat([held, chunk]);
      const ready = all.subarray(0, Math.max(0, all.length - MAC_BYTES));
      held = all.subarray(ready.length);
      mac.update(ready);
      yield machine.update(ready);
    }
    const expected = mac.digest().subarray(0, MAC_BYTES);
    if (held.length !== MAC_BYTES || !timingSafeEqual(held, expected))
      throw new Error("the file is cut short, or was changed on its way");
    yield machine.final();
  };
}
