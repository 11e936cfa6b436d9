import type { Connection } from "./connection.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import type { ServerKeys } from "./keys.ts";
import type { Baileys } from "./libraries.ts";
import type { Outbox } from "./outbox.ts";
import type { SandboxPeople } from "./people/people.ts";
import type { Companion, Phones } from "./phones.ts";
import type { PreKeys } from "./pre-keys.ts";
import type { Registration } from "./registration.ts";
import type { Restrictions } from "./restrictions.ts";

/** A companion that is logged in. */
export type Online = {
  companion: Companion;
  connection: Connection;
  /** False until the offline messages have gone out: nothing else goes before them. */
  ready: boolean;
  /** What it told about itself: `<presence type>`. */
  presence: "available" | "unavailable";
};

/** Everything the server knows. */
export type World = {
  wa: Baileys;
  keys: ServerKeys;
  people: SandboxPeople;
  phones: Phones;
  preKeys: PreKeys;
  outbox: Outbox;
  faults: Faults;
  restrictions: Restrictions;
  journal: Journal;
  /** Clients that want to be linked. */
  registrations: Set<Registration>;
  /** Companions that are logged in, by address. */
  online: Map<string, Online>;
};
