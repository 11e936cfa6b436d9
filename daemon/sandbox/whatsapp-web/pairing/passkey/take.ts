import { randomBytes } from "node:crypto";
import type { BinaryNode } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import { bytes, child, children, node, SERVER, seconds, text } from "../../wire/nodes.ts";
import type { World } from "../../world.ts";
import type { PasskeyPairing, Registration } from "../registration.ts";
import { agree, handoffProof, openPrologue, openRequest } from "./agreement.ts";
import { faultOf } from "./assertion.ts";
import { giveUp, linkWhenBothAgree, optionsNode } from "./passkey-pairing.ts";

const NOTHING = Buffer.alloc(0);

type Given = { world: World; registration: Registration; pairing: PasskeyPairing; part: BinaryNode };

/**
 * The stanzas of a pairing by passkey, by the element in them (whatsmeow: pair-passkey.go), and the elements of the
 * answer. One that is not right throws `Refusal`.
 */
const TAKES: Record<string, (given: Given) => BinaryNode[]> = {
  passkey_request_options: ({ pairing }) => [optionsNode(pairing)],
  ref({ pairing }) {
    pairing.ref = `2@${randomBytes(24).toString("base64")}`;
    return [node("ref", {}, Buffer.from(pairing.ref))];
  },
  passkey_prologue: takePrologue,
  companion_nonce: takeNonce,
  encrypted_pairing_request: takeRequest,
};

/** Answers a stanza of a pairing by passkey; false when it is none. One that nobody asked for is refused, and noted. */
export function takePasskey(world: World, registration: Registration, iq: BinaryNode): boolean {
  const [part] = children(iq);
  const take = part === undefined ? undefined : TAKES[part.tag];
  if (part === undefined || take === undefined) return false;
  const { connection, passkey: pairing } = registration;
  const { id } = iq.attrs;
  try {
    if (pairing === undefined) throw new Refusal(405, `<${part.tag}> came unasked`);
    const content = take({ world, registration, pairing, part });
    connection.send(node("iq", { from: SERVER, type: "result", id }, content));
    if (part.tag === "passkey_prologue") connection.send(continuation(world, registration, pairing));
    if (part.tag === "encrypted_pairing_request") linkWhenBothAgree(world, registration, pairing);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    world.journal.complain(cause);
    giveUp(registration, cause);
    const error = node("error", { code: "400", text: "bad-request" });
    connection.send(node("iq", { from: SERVER, type: "error", id }, [error]));
  }
  return true;
}

function takePrologue({ world, pairing, part }: Given): BinaryNode[] {
  const passkey = world.passkeys.of(pairing.phone.number);
  const assertion = text(child(part, "webauthn_assertion"));
  const fault = faultOf(passkey, pairing.challenge, bytes(child(part, "credential_id")), assertion);
  if (fault !== null) throw new Refusal(422, fault);
  const payload = bytes(child(part, "prologue_payload"));
  const proof = bytes(child(part, "pairing_handoff_proof"));
  if (proof.length > 0 && !proof.equals(handoffProof(pairing.handoffSecret, payload)))
    throw new Refusal(422, "the proof is not of the client that the phone has seen");
  pairing.prologue = openPrologue(world, pairing.ref, payload);
  return [];
}

function continuation(
  { wa }: World,
  { clientRequests }: Registration,
  { prologue }: PasskeyPairing,
): BinaryNode {
  const { ephemeral, nonce } = prologue ?? {};
  const publicKey = ephemeral?.public ?? NOTHING;
  const identity = wa.proto.PrimaryEphemeralIdentity.encode({ publicKey, nonce: nonce ?? NOTHING }).finish();
  const attributes = { from: SERVER, type: "crsc_continuation", id: clientRequests.newId(), t: seconds() };
  return node("notification", attributes, [node("primary_ephemeral_identity", {}, identity)]);
}

function takeNonce({ world, pairing, part }: Given): BinaryNode[] {
  if (pairing.prologue === null) throw new Refusal(422, "a nonce came before a signature");
  pairing.agreed = agree(world, pairing.prologue, bytes(part));
  return [];
}

function takeRequest({ world, registration, pairing, part }: Given): BinaryNode[] {
  if (pairing.agreed === null) throw new Refusal(422, "the client's keys came before its nonce");
  const request = openRequest(world, pairing.agreed, bytes(part));
  const { connection, identityKey } = registration;
  const isSame =
    connection.noiseKey.equals(request.companionPublicKey ?? NOTHING) &&
    identityKey.equals(request.companionIdentityKey ?? NOTHING);
  if (!isSame) throw new Refusal(422, "the keys are not those of the client that sends them");
  const advSecret = Buffer.from(request.advSecret ?? NOTHING);
  if (advSecret.length === 0 || advSecret.equals(pairing.handoffSecret))
    throw new Refusal(422, "the secret is not a new one");
  pairing.advSecret = advSecret;
  return [];
}
