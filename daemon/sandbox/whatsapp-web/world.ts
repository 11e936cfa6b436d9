import type { Bans } from "./bans/bans.ts";
import type { Outbox } from "./delivery/outbox.ts";
import type { Faults } from "./faults/faults.ts";
import type { Baileys } from "./libraries.ts";
import type { Blocked } from "./memory/blocked.ts";
import type { ContactCodes } from "./memory/contact-codes.ts";
import type { Journal } from "./memory/journal.ts";
import type { Passkeys } from "./memory/passkeys.ts";
import type { Companion, Phones } from "./memory/phones.ts";
import type { PreKeys } from "./memory/pre-keys.ts";
import type { Restrictions } from "./memory/restrictions.ts";
import type { VersionRules } from "./memory/versions.ts";
import type { Registration } from "./pairing/registration.ts";
import type { SandboxPeople } from "./people/people.ts";
import type { Connection } from "./wire/connection.ts";
import type { ServerKeys } from "./wire/keys.ts";

/** A companion that is logged in. */
export type Online = {
  companion: Companion;
  connection: Connection;
  /** False until the offline messages have gone out: nothing else goes before them. */
  ready: boolean;
  /** It has been sent a message that it refused before, and nothing else until it acknowledges that one. */
  isHeldBack: boolean;
  /** The last `<presence type>` that it sent. */
  presence: "available" | "unavailable";
};

/** Everything the server knows. */
export type World = {
  wa: Baileys;
  keys: ServerKeys;
  people: SandboxPeople;
  phones: Phones;
  passkeys: Passkeys;
  preKeys: PreKeys;
  outbox: Outbox;
  faults: Faults;
  restrictions: Restrictions;
  bans: Bans;
  blocked: Blocked;
  contactCodes: ContactCodes;
  versions: VersionRules;
  journal: Journal;
  /** Clients that want to be linked. */
  registrations: Set<Registration>;
  /** Companions that are logged in, by address. */
  online: Map<string, Online>;
};
