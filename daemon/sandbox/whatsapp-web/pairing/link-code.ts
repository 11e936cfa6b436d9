import { randomBytes } from "node:crypto";
import type { BinaryNode } from "baileys";
import { Refusal } from "../faults/refusal.ts";
import type { Companion, Phone } from "../memory/phones.ts";
import { parseAddress } from "../wire/jids.ts";
import { bytes, child, node, SERVER, seconds } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import { linkOrAsk } from "./passkey/passkey-pairing.ts";
import type { LinkCode, Registration, TypedCode } from "./registration.ts";

const SALT_BYTES = 32;
const IV_BYTES = 16;
const NOTHING = Buffer.alloc(0);
const FINISH_MS = 60_000;
const HELLO_MS = 2_000;
const LOOK_MS = 20;

/**
 * The devices for which WhatsApp takes a code, as browsers are named by `ua-parser-js` (whatsapp-rust#979); for others it
 * answers 400, to a client that may not look (Baileys#2560).
 */
const KNOWN_DEVICE =
  /^(Chrome|Edge|Firefox|IE|Opera|Safari) \((Android|Chrome OS|Linux|Mac OS|Ubuntu|Windows|iOS)\)$/;

/** Takes what the client says: `companion_hello` when it made a code, `companion_finish` when the code was typed. */
export function takeLinkCode(
  world: World,
  registration: Registration,
  id: string,
  request: BinaryNode,
): void {
  const { connection, linkCode } = registration;
  if (request.attrs.stage === "companion_hello") {
    const ref = takeHello(registration, request);
    connection.send(ref === undefined ? badRequest(id) : helloTaken(id, ref));
  } else if (linkCode?.typed !== undefined) {
    finish(world, registration, linkCode.typed, id, request);
  }
}

function takeHello(registration: Registration, request: BinaryNode): Buffer | undefined {
  const number = parseAddress(request.attrs.jid)?.user;
  const wrappedKey = bytes(child(request, "link_code_pairing_wrapped_companion_ephemeral_pub"));
  const noiseKey = bytes(child(request, "companion_server_auth_key_pub"));
  const device = bytes(child(request, "companion_platform_display")).toString();
  const isWhole = wrappedKey.length === 80 && noiseKey.equals(registration.connection.noiseKey);
  const right = isWhole && KNOWN_DEVICE.test(device);
  if (number === undefined || !right) return undefined;
  const ref = randomBytes(16);
  registration.linkCode = { number, ref, wrappedKey, typed: undefined };
  return ref;
}

/**
 * The code is typed into the phone of `number`, and the client that made it is linked. Throws
 * `Refusal` 404 when no client requested a code for this number, 422 when the code is wrong,
 * 504 when the client does not answer (Baileys: `link_code_companion_reg` in Socket/messages-recv.js). `onAsked` is called
 * when the phone wants the account's passkey first.
 */
export async function typeCode(
  world: World,
  number: string,
  code: string,
  onAsked: () => void,
): Promise<Companion> {
  const { registration, linkCode } = await findAsker(world, number);
  const phone = world.phones.phone(number);
  const typed: TypedCode = {
    phone,
    ephemeral: world.wa.Curve.generateKeyPair(),
    clientEphemeral: await unwrap(world, code, linkCode.wrappedKey),
    onAsked,
    done: Promise.withResolvers(),
  };
  linkCode.typed = typed;
  const wrapped = await wrap(world, code, typed.ephemeral.public);
  registration.connection.send(primaryHello(registration, linkCode.ref, phone, wrapped));
  const timer = setTimeout(() => typed.done.reject(new Refusal(504, "the client did not answer")), FINISH_MS);
  typed.onAsked = () => {
    clearTimeout(timer);
    onAsked();
  };
  return typed.done.promise.finally(() => clearTimeout(timer));
}

/** A client shows its code before its request has arrived. */
async function findAsker(
  world: World,
  number: string,
): Promise<{ registration: Registration; linkCode: LinkCode }> {
  const deadline = Date.now() + HELLO_MS;
  for (;;) {
    const registration = [...world.registrations].findLast(({ linkCode }) => linkCode?.number === number);
    if (registration?.linkCode) return { registration, linkCode: registration.linkCode };
    if (Date.now() > deadline) throw new Refusal(404, `no client asked ${number} for a pairing code`);
    await Bun.sleep(LOOK_MS);
  }
}

async function unwrap({ wa }: World, code: string, wrapped: Buffer): Promise<Buffer> {
  const key = await wa.derivePairingCodeKey(code, wrapped.subarray(0, SALT_BYTES));
  const iv = wrapped.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES);
  return wa.aesDecryptCTR(wrapped.subarray(SALT_BYTES + IV_BYTES), key, iv);
}

async function wrap({ wa }: World, code: string, publicKey: Uint8Array): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const key = await wa.derivePairingCodeKey(code, salt);
  return Buffer.concat([salt, iv, wa.aesEncryptCTR(publicKey, key, iv)]);
}

function primaryHello(
  { clientRequests }: Registration,
  ref: Buffer,
  phone: Phone,
  wrapped: Buffer,
): BinaryNode {
  const type = "link_code_companion_reg";
  return node("notification", { from: SERVER, type, id: clientRequests.newId(), t: seconds() }, [
    node(type, { stage: "primary_hello" }, [
      node("link_code_pairing_wrapped_primary_ephemeral_pub", {}, wrapped),
      node("primary_identity_pub", {}, phone.identity.public),
      node("link_code_pairing_ref", {}, ref),
    ]),
  ]);
}

/** Opens the client's bundle with what both sides agreed on; a wrong code shows here, and only here. */
function finish(
  world: World,
  registration: Registration,
  typed: TypedCode,
  id: string,
  request: BinaryNode,
): void {
  const { connection } = registration;
  try {
    const secret = advSecret(world, registration, typed, request);
    connection.send(node("iq", { from: SERVER, type: "result", id }));
    linkOrAsk(world, registration, typed.phone, secret, typed.onAsked).then(
      typed.done.resolve,
      typed.done.reject,
    );
  } catch {
    connection.send(badRequest(id));
    typed.done.reject(new Refusal(422, "this is not the code that the client shows"));
  }
}

function helloTaken(id: string, ref: Buffer): BinaryNode {
  const content = [node("link_code_pairing_ref", {}, ref)];
  const response = node("link_code_companion_reg", { stage: "companion_hello" }, content);
  return node("iq", { from: SERVER, type: "result", id }, [response]);
}

function badRequest(id: string): BinaryNode {
  const error = node("error", { code: "400", text: "bad-request" });
  return node("iq", { from: SERVER, type: "error", id }, [error]);
}

function advSecret(
  { wa }: World,
  registration: Registration,
  typed: TypedCode,
  request: BinaryNode,
): Uint8Array {
  const bundle = bytes(child(request, "link_code_pairing_wrapped_key_bundle"));
  const shared = wa.Curve.sharedKey(typed.ephemeral.private, typed.clientEphemeral);
  const salt = bundle.subarray(0, SALT_BYTES);
  const key = wa.hkdf(shared, 32, { salt, info: "link_code_pairing_key_bundle_encryption_key" });
  const iv = bundle.subarray(SALT_BYTES, SALT_BYTES + 12);
  const opened = wa.aesDecryptGCM(bundle.subarray(SALT_BYTES + 12), key, iv, NOTHING);
  const { identity } = typed.phone;
  const expected = Buffer.concat([registration.identityKey, identity.public]);
  if (!opened.subarray(0, 64).equals(expected)) throw new Error("the bundle is another's");
  const identityShared = wa.Curve.sharedKey(identity.private, registration.identityKey);
  return wa.hkdf(Buffer.concat([shared, identityShared, opened.subarray(64)]), 32, { info: "adv_secret" });
}
