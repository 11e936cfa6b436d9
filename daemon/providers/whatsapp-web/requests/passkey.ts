import { type Passkey, PasskeyRefusal } from "../connection/passkey/passkey.ts";
import type { PasskeyRequest, PasskeyResult } from "./request.ts";

const OVER = { code: "passkey_over", words: "the pairing that this is for has ended; begin it again" };

/** Does what a person wants with the passkey that a pairing waits for; null when it waits for none. */
export async function performPasskey(
  passkey: Passkey | null,
  request: PasskeyRequest,
): Promise<PasskeyResult> {
  if (passkey === null) return { refused: OVER };
  try {
    if (request.action === "sign") await passkey.sign(request.assertion);
    else if (request.action === "confirm") await passkey.confirm(request.code);
    else passkey.differ();
    return { refused: null };
  } catch (cause) {
    if (cause instanceof PasskeyRefusal) return { refused: { code: cause.code, words: cause.message } };
    throw cause;
  }
}
