import type { BinaryNode } from "baileys";
import type { Device } from "../../link.ts";
import { verify } from "../../wire/keys.ts";
import { bytes, child } from "../../wire/nodes.ts";
import { baileys } from "./libraries.ts";

/** Whether a message that starts a session comes from a device that the sender's phone has linked. */
export type DeviceIdentityCheck = (device: Device, stanza: BinaryNode) => Promise<boolean>;

/**
 * Checks the `device-identity` of a stanza: the phone's signature over the device's key and the device's over the
 * phone's (prefixes 06 00 and 06 01; Baileys, `Utils/validate-connection.js`). Valid ones are remembered, since
 * verifying takes milliseconds.
 */
export function createDeviceIdentityCheck(): DeviceIdentityCheck {
  const accepted = new Map<string, Buffer>();
  return async (device, stanza) => {
    const given = bytes(child(stanza, "device-identity"));
    if (given.length === 0) return false;
    if (accepted.get(device.jid)?.equals(given)) return true;
    const isRight = await isRightFor(device, given);
    if (isRight) accepted.set(device.jid, given);
    return isRight;
  };
}

async function isRightFor({ account, identityKey }: Device, encoded: Buffer): Promise<boolean> {
  const { proto, WA_ADV_ACCOUNT_SIG_PREFIX, WA_ADV_DEVICE_SIG_PREFIX } = baileys();
  const { details, accountSignature, deviceSignature } = proto.ADVSignedDeviceIdentity.decode(encoded);
  if (!details || !accountSignature || !deviceSignature) return false;
  const phoneKey = account.identity.public;
  const byPhone = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, identityKey]);
  const byDevice = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, identityKey, phoneKey]);
  return (
    (await verify(phoneKey, byPhone, accountSignature)) &&
    (await verify(identityKey, byDevice, deviceSignature))
  );
}
