import { randomBytes } from "node:crypto";
import { Refusal } from "../../faults/refusal.ts";
import type { Demand } from "../../memory/passkeys.ts";
import type { Companion, Phone } from "../../memory/phones.ts";
import { node, SERVER, seconds } from "../../wire/nodes.ts";
import type { World } from "../../world.ts";
import { link } from "../linking.ts";
import type { PasskeyPairing, Registration } from "../registration.ts";
import { RP_ID } from "./authenticator.ts";

const TIMEOUT_MS = 600_000;
const CHALLENGE_BYTES = 32;

/** Links a client to a phone, once it has the passkey's signature where the phone wants one; `onAsked` is called then. */
export async function linkOrAsk(
  world: World,
  registration: Registration,
  phone: Phone,
  advSecret: Uint8Array,
  onAsked: () => void,
): Promise<Companion> {
  const demand = world.passkeys.demand(phone.number);
  if (demand === null) return link(world, registration, phone, advSecret);
  const pairing: PasskeyPairing = {
    ...{ phone, challenge: randomBytes(CHALLENGE_BYTES).toString("base64url"), handoffSecret: advSecret },
    ...{ ref: null, prologue: null, agreed: null, advSecret: null, isConfirmed: false },
    done: Promise.withResolvers(),
  };
  registration.passkey = pairing;
  registration.connection.send(request(registration, pairing, demand));
  onAsked();
  const timer = setTimeout(
    () => pairing.done.reject(new Refusal(504, "the passkey was not used in time")),
    TIMEOUT_MS,
  );
  return pairing.done.promise.finally(() => clearTimeout(timer));
}

function request(registration: Registration, pairing: PasskeyPairing, demand: Demand) {
  const attributes = {
    ...{ from: SERVER, type: "passkey_prologue_request", id: registration.clientRequests.newId() },
    t: seconds(),
  };
  return node("notification", attributes, demand === "with_challenge" ? [optionsNode(pairing)] : []);
}

/** What a browser gets to sign; the members and their values are WhatsApp's (Baileys, pull request 2689). */
export function optionsNode({ challenge }: PasskeyPairing) {
  const options = {
    ...{ challenge, timeout: TIMEOUT_MS, rpId: RP_ID, allowCredentials: [] },
    ...{ userVerification: "required", extensions: { uvm: true } },
  };
  return node("passkey_request_options", {}, Buffer.from(JSON.stringify(options)));
}

/**
 * The person has compared the codes on the phone. If they differ, nothing more comes from the phone. Throws `Refusal` 404
 * when no pairing waits for the number's passkey, 409 while the phone shows no code.
 */
export function compareCodes(world: World, number: string, isSame: boolean): void {
  const registration = [...world.registrations].findLast(({ passkey }) => passkey?.phone.number === number);
  const pairing = registration?.passkey;
  if (registration === undefined || pairing === undefined)
    throw new Refusal(404, `no pairing waits for the passkey of ${number}`);
  if (pairing.agreed === null) throw new Refusal(409, `the phone of ${number} shows no code yet`);
  pairing.isConfirmed = isSame;
  if (isSame) linkWhenBothAgree(world, registration, pairing);
  else giveUp(registration, new Refusal(422, "the codes were different"));
}

/** The phone does not link this client any more. */
export function giveUp(registration: Registration, why: Refusal): void {
  registration.passkey?.done.reject(why);
  registration.passkey = undefined;
}

/** Links once the client has sent its keys and the person has confirmed. */
export function linkWhenBothAgree(world: World, registration: Registration, pairing: PasskeyPairing): void {
  if (pairing.advSecret === null || !pairing.isConfirmed) return;
  registration.passkey = undefined;
  link(world, registration, pairing.phone, pairing.advSecret).then(pairing.done.resolve, pairing.done.reject);
}
