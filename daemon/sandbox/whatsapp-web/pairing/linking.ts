import { createHmac } from "node:crypto";
import { streamError } from "../faults/endings.ts";
import { Refusal } from "../faults/refusal.ts";
import type { Baileys } from "../libraries.ts";
import type { Companion, Phone } from "../memory/phones.ts";
import { lidJid, parseAddress, phoneJid } from "../wire/jids.ts";
import { verify } from "../wire/keys.ts";
import { bytes, child, node, seconds } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import { notifyOthers } from "./device-news.ts";
import type { Registration } from "./registration.ts";

/**
 * Links a client to a phone: the phone signs the client's identity, the client signs back, and must log in again
 * (stream error 515). The secret comes from the QR code or the pairing code. Throws `Refusal` 422 when the client's
 * signature is wrong, 504 when it does not answer. Check against Baileys: `configureSuccessfulPairing` in
 * Utils/validate-connection.js.
 */
export async function link(
  world: World,
  registration: Registration,
  phone: Phone,
  advSecret: Uint8Array,
): Promise<Companion> {
  world.registrations.delete(registration);
  const id = world.phones.nextDevice(phone);
  const identity = signIdentity(world.wa, phone, id, registration.identityKey);
  const signed = world.wa.proto.ADVSignedDeviceIdentity.encode(identity).finish();
  const hmac = createHmac("sha256", advSecret).update(signed).digest();
  const sealed = world.wa.proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish();
  const reply = await registration.clientRequests
    .ask(pairSuccess(world, phone, id, sealed))
    .catch((cause) => {
      throw new Refusal(504, `the client did not confirm: ${cause.message}`);
    });
  const signedIdentity = await checkReply(world, registration, identity, reply);
  const { connection, identityKey, platform, wantsAll } = registration;
  const { noiseKey } = connection;
  const companion = world.phones.link(phone, {
    ...{ id, noiseKey, identityKey, signedIdentity, platform, wantsAll },
  });
  world.people.linked(companion);
  notifyOthers(world, "add", companion);
  connection.end(streamError("515"));
  return companion;
}

type SignedIdentity = { details: Uint8Array; accountSignatureKey: Uint8Array; accountSignature: Uint8Array };

function signIdentity(wa: Baileys, phone: Phone, id: number, companionKey: Uint8Array): SignedIdentity {
  const timestamp = Math.floor(Date.now() / 1000);
  const details = wa.proto.ADVDeviceIdentity.encode({ rawId: id, timestamp, keyIndex: id }).finish();
  const message = Buffer.concat([wa.WA_ADV_ACCOUNT_SIG_PREFIX, details, companionKey]);
  return {
    details,
    accountSignatureKey: phone.identity.public,
    accountSignature: wa.Curve.sign(phone.identity.private, message),
  };
}

function pairSuccess(world: World, phone: Phone, id: number, sealed: Uint8Array) {
  const lid = parseAddress(phone.lid)?.user ?? "";
  const { business } = world.people.profile(phone.number);
  return node("pair-success", { t: seconds() }, [
    node("device-identity", {}, sealed),
    node("device", { jid: phoneJid(phone.number, id), lid: lidJid(lid, id) }),
    node("platform", { name: business === undefined ? "android" : "smba" }),
    ...(business === undefined ? [] : [node("biz", { name: business.verifiedName })]),
  ]);
}

/** Puts the companion's signature beside the phone's, once it is checked. */
async function checkReply(
  { wa }: World,
  { identityKey, connection }: Registration,
  identity: SignedIdentity,
  reply: Parameters<typeof child>[0],
): Promise<Uint8Array> {
  const content = bytes(child(child(reply, "pair-device-sign"), "device-identity"));
  const deviceSignature =
    wa.proto.ADVSignedDeviceIdentity.decode(content).deviceSignature ?? new Uint8Array();
  const message = Buffer.concat([
    wa.WA_ADV_DEVICE_SIG_PREFIX,
    identity.details,
    identityKey,
    identity.accountSignatureKey,
  ]);
  if (!(await verify(identityKey, message, deviceSignature))) {
    connection.drop();
    throw new Refusal(422, "the client's signature is wrong");
  }
  return wa.proto.ADVSignedDeviceIdentity.encode({ ...identity, deviceSignature }).finish();
}
