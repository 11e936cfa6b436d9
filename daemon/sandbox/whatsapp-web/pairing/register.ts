import { randomBytes } from "node:crypto";
import type { BinaryNode, proto } from "baileys";
import { Refusal } from "../faults/refusal.ts";
import { createClientRequests } from "../wire/client-requests.ts";
import type { Connection, Handler } from "../wire/connection.ts";
import { verify } from "../wire/keys.ts";
import { child, node, SERVER } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import { takeLinkCode } from "./link-code.ts";
import { giveUp } from "./passkey/passkey-pairing.ts";
import { takePasskey } from "./passkey/take.ts";
import type { Registration } from "./registration.ts";

/** How many references a client gets: Baileys shows the first for 60 seconds, the others for 20. */
const REFS = 6;
/** As long as those of WhatsApp: the size of the QR code depends on it. */
const REF_BYTES = 74;

/**
 * Greets a client that wants to be linked: it gets references for its QR codes, and waits
 * (Baileys: `CB:iq,type:set,pair-device` in Socket/socket.js). Undefined when its keys are no good.
 */
export async function register(
  world: World,
  connection: Connection,
  pairing: proto.ClientPayload.IDevicePairingRegistrationData,
): Promise<Handler | undefined> {
  const identityKey = Buffer.from(pairing.eIdent ?? []);
  const signedKey = Buffer.concat([world.wa.KEY_BUNDLE_TYPE, Buffer.from(pairing.eSkeyVal ?? [])]);
  if (!(await verify(identityKey, signedKey, Buffer.from(pairing.eSkeySig ?? [])))) {
    connection.drop();
    return undefined;
  }
  const { os, requireFullSync } = world.wa.proto.DeviceProps.decode(pairing.deviceProps ?? new Uint8Array());
  const registration: Registration = {
    connection,
    identityKey,
    platform: os ?? "",
    wantsAll: requireFullSync === true,
    refs: [],
    linkCode: undefined,
    passkey: undefined,
    clientRequests: createClientRequests(connection),
  };
  const fault = world.faults.take("registration");
  if (fault?.fault !== "no_qr") giveRefs(registration, fault === undefined ? REFS : 1);
  world.registrations.add(registration);
  return {
    stanza: (stanza) => take(world, registration, stanza),
    closed() {
      world.registrations.delete(registration);
      registration.clientRequests.close();
      giveUp(registration, new Refusal(504, "the client has gone"));
    },
  };
}

function giveRefs({ connection, refs, clientRequests }: Registration, count: number): void {
  for (let given = 0; given < count; given++) refs.push(`2@${randomBytes(REF_BYTES).toString("base64")}`);
  const content = refs.map((ref) => node("ref", {}, Buffer.from(ref)));
  const attributes = { from: SERVER, type: "set", id: clientRequests.newId(), xmlns: "md" };
  connection.send(node("iq", attributes, [node("pair-device", {}, content)]));
}

/** Handles the stanzas that an unlinked client may send: answers, a request for a pairing code, and pings. */
async function take(world: World, registration: Registration, stanza: BinaryNode): Promise<void> {
  const { id, type } = stanza.attrs;
  if (stanza.tag !== "iq" || registration.clientRequests.settle(stanza) || type === "result") return;
  const request = child(stanza, "link_code_companion_reg");
  if (request !== undefined) return takeLinkCode(world, registration, id ?? "", request);
  if (takePasskey(world, registration, stanza)) return;
  registration.connection.send(node("iq", { from: SERVER, type: "result", id }));
}
