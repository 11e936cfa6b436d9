import { Refusal } from "../faults/refusal.ts";
import type { Companion } from "../memory/phones.ts";
import type { World } from "../world.ts";
import { linkOrAsk } from "./passkey/passkey-pairing.ts";

/** The content of a QR code (Baileys: `buildPairingQRData` in Utils/companion-reg-client-utils.js). */
type Code = { ref: string; noiseKey: Buffer; identityKey: Buffer; advSecret: Buffer };

/**
 * The phone of `number` scans the QR code of a waiting client, and links it. Throws `Refusal` 400
 * when the text is no such code, 404 when nobody shows it (any more), 422 when its keys are not
 * those of the client that shows it, 504 when the client does not confirm. `onAsked` is called when the phone wants the
 * account's passkey first.
 */
export function scan(world: World, number: string, qr: string, onAsked: () => void): Promise<Companion> {
  const code = parseCode(qr);
  const registration = [...world.registrations].find(({ refs }) => refs.includes(code.ref));
  if (registration === undefined) throw new Refusal(404, "no client shows this QR code, or no longer");
  const { connection, identityKey } = registration;
  if (!connection.noiseKey.equals(code.noiseKey) || !identityKey.equals(code.identityKey)) {
    throw new Refusal(422, "the keys in the QR code are not those of the client that shows it");
  }
  return linkOrAsk(world, registration, world.phones.phone(number), code.advSecret, onAsked);
}

function parseCode(qr: string): Code {
  const [ref = "", ...keys] = qr.slice(qr.indexOf("#") + 1).split(",");
  const [noiseKey, identityKey, advSecret] = keys.map((key) => Buffer.from(key, "base64"));
  const whole = [noiseKey, identityKey, advSecret].every((key) => key?.length === 32);
  if (noiseKey === undefined || identityKey === undefined || advSecret === undefined || !whole) {
    throw new Refusal(400, "this is not the text of a WhatsApp QR code");
  }
  return { ref, noiseKey, identityKey, advSecret };
}
