import type { Bans } from "../bans/bans.ts";
import { refuseBanned } from "../bans/enforce.ts";
import { endWith } from "../faults/endings.ts";
import { FAULTS, type Fault, type FaultName, type Moment } from "../faults/faults.ts";
import { Refusal } from "../faults/refusal.ts";
import type { Certificate } from "../link.ts";
import type { Received } from "../memory/journal.ts";
import type { Companion, Phone } from "../memory/phones.ts";
import type { Restriction } from "../memory/restrictions.ts";
import type { VersionRules } from "../memory/versions.ts";
import { typeCode } from "../pairing/link-code.ts";
import { scan } from "../pairing/scan.ts";
import { unlink } from "../pairing/unlink.ts";
import type { SandboxPeople } from "../people/people.ts";
import type { World } from "../world.ts";
import { createPasskeyControl, type PasskeyControl } from "./passkeys.ts";
import { restrict } from "./restrict.ts";

/** A companion, as the phone's list of linked devices shows it. */
export type CompanionState = {
  device: number;
  jid: string;
  lid: string;
  platform: string;
  linked_at: string;
  state: "away" | "connected" | "available";
  /** What waits for its receipt. */
  waiting: number;
  pre_keys: number;
};

export type PhoneState = { number: string; lid: string; push_name: string; devices: CompanionState[] };

/** A requested fault: by default for everyone, once, at its usual moment. */
export type FaultRequest = {
  fault: FaultName;
  at?: Moment;
  number?: string;
  times?: number;
  delay_ms?: number;
};

/** The actions of the sandbox's owner: the control routes, without HTTP. Refused requests throw `Refusal`. */
export type Control = {
  people(): SandboxPeople;
  phones(): PhoneState[];
  /** Both end once the client is linked. `onAsked` is called when the phone wants the account's passkey first. */
  scan(number: string, qr: string, onAsked?: () => void): Promise<CompanionState>;
  typeCode(number: string, code: string, onAsked?: () => void): Promise<CompanionState>;
  passkeys: PasskeyControl;
  bans(): Bans;
  unlink(number: string, device: number): void;
  restrict(number: string, restriction: Partial<Restriction>, notifies?: boolean): Restriction;
  /** Changes which versions of WhatsApp Web are let in, and which one its page names; returns both. */
  version(changes: Partial<VersionRules>): VersionRules;
  /** Returns how many connections were hit, when it is for now; otherwise the fault that waits. */
  fault(request: FaultRequest): { hit: number } | Fault;
  faults(): Fault[];
  clearFaults(): void;
  /** Messages that companions sent, and complaints about what the server could not read. */
  received(): { counts: Record<string, number>; data: Received[]; complaints: string[] };
  /** Stops and starts again on the same port, with everything as it was or with nothing. */
  restart(options: { keep: boolean }): Promise<void>;
};

/** The sandbox, as its control routes see it. */
export type ControlledSandbox = {
  /** For `WAYPOST_WA_WEB_URL`. */
  url: string;
  /** For `WAYPOST_WA_ROOT_KEY`: 32 bytes in hex. */
  rootKey: string;
  /** The certificate of its TLS servers: for `NODE_EXTRA_CA_CERTS`, in a file. */
  certificate: Certificate;
  control: Control;
};

const SLOW_MS = 2_000;

/** The control of whichever world is there now: a restart brings another. */
export function createControl(world: () => World, restart: Control["restart"]): Control {
  return {
    restart,
    people: () => world().people,
    phones: () =>
      world()
        .phones.all()
        .map((phone) => phoneState(world(), phone)),
    async scan(number, qr, onAsked = () => {}) {
      refuseBanned(world(), number);
      return companionState(world(), await scan(world(), number, qr, onAsked));
    },
    async typeCode(number, code, onAsked = () => {}) {
      refuseBanned(world(), number);
      return companionState(world(), await typeCode(world(), number, code, onAsked));
    },
    bans: () => world().bans,
    passkeys: createPasskeyControl(world),
    unlink(number, device) {
      const companion = world().phones.find(number)?.devices.get(device);
      if (companion === undefined) throw new Refusal(404, `${number} has no device ${device}`);
      unlink(world(), companion);
    },
    restrict: (number, restriction, notifies) => restrict(world(), number, restriction, notifies),
    version: (changes) => Object.assign(world().versions, changes),
    fault: (request) => applyFault(world(), request),
    faults: () => world().faults.all(),
    clearFaults: () => world().faults.clear(),
    received: () => {
      const { journal } = world();
      return { counts: journal.counts(), data: journal.all(), complaints: journal.complaints() };
    },
  };
}

function applyFault(world: World, { fault, number, ...request }: FaultRequest): { hit: number } | Fault {
  const moments: readonly Moment[] = FAULTS[fault];
  const [usual = "now"] = moments;
  const at = request.at ?? usual;
  if (!moments.includes(at)) throw new Refusal(400, `${fault} happens at ${moments.join(" or ")}`);
  if (at !== "now") {
    const delayMs = request.delay_ms ?? SLOW_MS;
    return world.faults.add({ fault, at, number: number ?? null, times: request.times ?? 1, delayMs });
  }
  const hit = [...world.online.values()].filter(
    ({ companion }) => number === undefined || companion.account.number === number,
  );
  for (const { connection } of hit) endWith(connection, fault, false);
  return { hit: hit.length };
}

function phoneState(world: World, phone: Phone): PhoneState {
  const devices = [...phone.devices.values()].map((companion) => companionState(world, companion));
  return { number: phone.number, lid: phone.lid, push_name: phone.pushName, devices };
}

function companionState(world: World, companion: Companion): CompanionState {
  const online = world.online.get(companion.jid);
  const there = online?.presence === "available" ? "available" : "connected";
  return {
    device: companion.id,
    jid: companion.jid,
    lid: companion.lid,
    platform: companion.platform,
    linked_at: companion.linkedAt.toISOString(),
    state: online === undefined ? "away" : there,
    waiting: world.outbox.waiting(companion).length,
    pre_keys: world.preKeys.count(companion),
  };
}
