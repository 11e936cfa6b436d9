/** A program that does what makes libsignal print its sessions, and prints something of its own around it. */

import { createMemory } from "../../../../daemon/sandbox/memory/keep.ts";
import type { Device } from "../../../../daemon/sandbox/whatsapp-web/link.ts";
import { createKeys } from "../../../../daemon/sandbox/whatsapp-web/people/identity/keys.ts";
import {
  createPersons,
  type Person,
} from "../../../../daemon/sandbox/whatsapp-web/people/identity/persons.ts";
import { loadLibraries } from "../../../../daemon/sandbox/whatsapp-web/people/signal/libraries.ts";
import { createPreKeys } from "../../../../daemon/sandbox/whatsapp-web/people/signal/pre-keys.ts";
import { createSignalSessions } from "../../../../daemon/sandbox/whatsapp-web/people/signal/sessions.ts";

await loadLibraries();
const keep = createMemory();
const keys = createKeys("seed");
const persons = createPersons({ keys, keep });
const preKeys = createPreKeys({ keys, keep, persons });
const sessions = createSignalSessions({ persons, preKeys, keep });
const [ann, ben] = [persons.of("14155550123"), persons.of("14155550124")];

function deviceOf(person: Person): Device {
  const { number } = person;
  const identity = persons.identityOf(person);
  const jids = { jid: `${number}@s.whatsapp.net`, lid: `${person.lid}@lid` };
  const account = { number, ...jids, pushName: "", identity, devices: new Map() };
  const own = { identityKey: identity.public, signedIdentity: new Uint8Array(), platform: "" };
  return { account, id: 0, keyIndex: 0, ...jids, ...own };
}

async function quarrel(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await sessions.start(ann, deviceOf(ben), preKeys.bundle(ben));
    const envelope = await sessions.encrypt(ann, deviceOf(ben), Buffer.from("hello"));
    await sessions.decrypt(ben, deviceOf(ann), envelope);
  }
  const junk = { type: "msg", ciphertext: Buffer.alloc(64, 3) } as const;
  await sessions.decrypt(ben, deviceOf(ann), junk).catch(() => {});
}

const { log: print } = globalThis.console;

print("before");
const quarrelling = quarrel();
print("meanwhile");
await quarrelling;
print("after");
