import { createBans } from "./bans/bans.ts";
import { deliver, push } from "./delivery/delivery.ts";
import { createOutbox } from "./delivery/outbox.ts";
import { createFaults } from "./faults/faults.ts";
import type { Baileys } from "./libraries.ts";
import type { Certificate, CreatePeople, Keep, Switchboard } from "./link.ts";
import { createBlocked } from "./memory/blocked.ts";
import { createContactCodes } from "./memory/contact-codes.ts";
import { createJournal } from "./memory/journal.ts";
import { createPasskeys } from "./memory/passkeys.ts";
import { createPhones } from "./memory/phones.ts";
import { createPreKeys } from "./memory/pre-keys.ts";
import { createRestrictions } from "./memory/restrictions.ts";
import { createVersionRules } from "./memory/versions.ts";
import type { SandboxPeople } from "./people/people.ts";
import { takeBundle } from "./queries/encrypt.ts";
import { serverKeys } from "./wire/keys.ts";
import type { World } from "./world.ts";

/** Brings the people to life. */
export type PeopleMaker = (given: Parameters<CreatePeople>[0]) => Promise<SandboxPeople>;

/** The parts of a world: `keep` holds what an earlier one remembered. */
export type WorldParts = {
  wa: Baileys;
  seed: string;
  keep: Keep;
  certificate: Certificate;
  createPeople: PeopleMaker;
};

/** Everything except the people. */
type Unpeopled = Omit<World, "people">;

/** Builds the server's state and lets the people in. */
export async function buildWorld({ wa, seed, keep, certificate, createPeople }: WorldParts): Promise<World> {
  const settled = { people: undefined as SandboxPeople | undefined };
  const people = () => {
    if (settled.people === undefined) throw new Error("the people are not there yet");
    return settled.people;
  };
  const parts: Unpeopled = {
    wa,
    keys: serverKeys(wa, seed),
    phones: createPhones(keep, people),
    passkeys: createPasskeys(keep),
    preKeys: createPreKeys(keep),
    outbox: await createOutbox(wa, keep),
    faults: createFaults(),
    restrictions: createRestrictions(keep),
    bans: createBans(keep),
    blocked: createBlocked(keep),
    contactCodes: createContactCodes(keep),
    versions: createVersionRules(),
    journal: createJournal(),
    registrations: new Set(),
    online: new Map(),
  };
  const switchboard = createSwitchboard(parts);
  settled.people = await createPeople({ switchboard, keep, seed, certificate });
  return { ...parts, people: settled.people };
}

function createSwitchboard(parts: Unpeopled): Switchboard {
  const { phones, blocked } = parts;
  return {
    account: phones.phone,
    accounts: phones.all,
    deliver(device, stanza) {
      const companion = phones.companion(device.jid);
      if (companion === undefined) return;
      const writer = stanza.tag === "message" ? phones.numberAt(stanza.attrs.from) : undefined;
      if (writer === undefined || !blocked.has(companion.account.number, writer))
        deliver(parts, companion, stanza);
    },
    push: (device, stanza) => push(parts, device, stanza),
    takeBundle(device) {
      const companion = phones.companion(device.jid);
      return companion === undefined ? undefined : takeBundle(parts, companion);
    },
  };
}
