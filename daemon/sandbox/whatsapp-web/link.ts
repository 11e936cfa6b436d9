import type { BinaryNode } from "baileys";

/**
 * The seam of the WhatsApp Web sandbox. On one side the server: connections,
 * pairing, queries, outboxes (the switchboard). On the other the people: every
 * number's phone, with real Signal sessions, and the media server. Nothing
 * else passes between the two.
 *
 * Numbers are digits without "+". Keys are raw 32-byte X25519 keys. A stanza
 * is what goes over the wire, in either direction, as Baileys' codec reads it.
 */

export type KeyPair = { private: Uint8Array; public: Uint8Array };

/** A number with a phone that companions link to. Device 0 is the phone itself. */
export type Account = {
  number: string;
  /** `<number>@s.whatsapp.net` */
  jid: string;
  /** `<digits>@lid` */
  lid: string;
  pushName: string;
  /** The phone's Signal identity. It signs the device identities of its companions too (ADV). */
  identity: KeyPair;
  /** The linked companions by device number; the phone itself is not in it. */
  devices: ReadonlyMap<number, Device>;
};

/** A linked companion: one Baileys session. */
export type Device = {
  account: Account;
  /** From 1; never given twice within an account. */
  id: number;
  keyIndex: number;
  /** `<number>:<id>@s.whatsapp.net` */
  jid: string;
  /** `<digits>:<id>@lid` */
  lid: string;
  /** The companion's Signal identity, from its pairing. */
  identityKey: Uint8Array;
  /** The encoded `ADVSignedDeviceIdentity`, signed by the phone and the companion. */
  signedIdentity: Uint8Array;
  platform: string;
  /** Whether it asked for all that its phone has, when it was linked; absent: no. */
  wantsAll?: boolean;
};

/** The answer of the pre-key query for one device. */
export type Bundle = {
  registrationId: number;
  identityKey: Uint8Array;
  signedPreKey: { id: number; key: Uint8Array; signature: Uint8Array };
  /** Absent when the device has run out of them. */
  preKey?: { id: number; key: Uint8Array };
};

/** The profile of a number that others may see. */
export type Profile = {
  pushName: string;
  about?: { text: string; setAt: Date };
  /** `url` is on the media server. */
  picture?: { id: string; url: string };
  business?: {
    verifiedName: string;
    description?: string;
    email?: string;
    address?: string;
    website?: string[];
  };
};

/** The server's faults with a message, instead of acknowledging it at once; refused ones are not passed on. */
export type AcknowledgementFault = "no_ack" | "slow_ack" | "ack_429" | "ack_463" | "ack_479";

/**
 * The people behind the numbers. Calls for one device come in the order of
 * its stanzas and are not awaited: the server has acknowledged the stanza
 * already, and answers come back through the switchboard.
 */
export type People = {
  /** Whether the number has WhatsApp. */
  isOnWhatsApp(number: string): boolean;
  /** The user part of the number's LID (digits, no `@lid`): derived from the seed, the same after a restart. */
  lidOf(number: string): string;
  /** Who has a user name, and the PIN that it takes to find them; undefined when nobody has it. */
  namedBy(userName: string): { number: string; pin: string | null } | undefined;
  /** The number behind a LID's user part, when it is known. */
  numberOf(lid: string): string | undefined;
  /** The phone's Signal identity, derived from the seed; also for an account's own phone. */
  identityOf(number: string): KeyPair;
  /** The devices of a number that people simulate: 0 at least. Linked companions are added by the server. */
  devices(number: string): { id: number; keyIndex?: number }[];
  /** The pre-keys of a simulated device (0: the phone); undefined when there is no such number or device. */
  bundle(number: string, device: number): Bundle | undefined;
  profile(number: string): Profile;
  /** A companion changes what its number shows: the text about it, or (null: none) the picture, by a name of its own. */
  changeProfile(number: string, change: { about: string } | { picture: string | null }): void;
  /**
   * A companion's changes to a version of a collection of the app state: encoded `SyncdPatch`es. Resolves with the
   * version that they make; rejects with a `Refusal` when they don't fit.
   */
  takeAppState(
    sender: Device,
    given: { name: string; version: number; patches: readonly Uint8Array[] },
  ): Promise<number>;
  /** The phone's changes of its app state after a version: encoded `SyncdPatch`es. */
  appStateAfter(number: string, collection: string, version: number): Promise<Uint8Array[]>;
  /** The fault of a message to the number, by the number's behaviour; called once a message. */
  acknowledgementFault(number: string): AcknowledgementFault | undefined;
  /** Whether a message went between two numbers, either way. */
  haveChat(number: string, other: string): boolean;
  /** Whether somebody reports and blocks a number that writes to them first. */
  reportsStrangers(number: string): boolean;
  /** The numbers of those in a group; none when there is no such group. */
  groupMembers(group: string): string[];
  /** Responds to a client's query about groups; raises a `Refusal`. */
  respondAboutGroups(sender: Device, iq: BinaryNode): BinaryNode[];
  /** A client's `<message>`; the parts for linked companions are the server's. Not called when a fault refused it. */
  receive(sender: Device, stanza: BinaryNode): void;
  /** A client's `<receipt>`: delivery, read, played, retry, server-error (a media re-upload is wanted). */
  receipt(sender: Device, stanza: BinaryNode): void;
  /** A client's `<presence>`: available, unavailable, subscribe. */
  presence(sender: Device, stanza: BinaryNode): void;
  /** A client's `<chatstate>`: composing, recording, paused. */
  chatstate(sender: Device, stanza: BinaryNode): void;
  /** A client's `<call>`: it rejects one. */
  call(sender: Device, stanza: BinaryNode): void;
  /** A companion was linked; it has not logged in yet. */
  linked(device: Device): void;
  /** A companion has logged in and said `active`: offline messages are on their way. */
  active(device: Device): void;
  /** A companion is no longer linked; its sessions can be forgotten. */
  unlinked(device: Device): void;
  /** Where media goes, for the `media_conn` query: `host[:port]` of the https server. */
  mediaHost(): string;
  /** Control routes under `/sandbox`, mounted by the server. */
  routes: ControlRoutes;
  stop(): Promise<void>;
};

/** A request to a control route; `parameters` holds the `{names}` of its path. */
export type ControlRequest = { parameters: Record<string, string>; url: URL; body: unknown };
export type ControlHandler = (request: ControlRequest) => Response | Promise<Response>;
/** Path (`/sandbox/phones/{number}/messages`), then method. */
export type ControlRoutes = Record<string, Record<string, ControlHandler>>;

/** The server, as the people see it. */
export type Switchboard = {
  /** The account of a number; made when there is none. */
  account(number: string): Account;
  /** Every account that has or had a companion, or was looked up. */
  accounts(): Account[];
  /**
   * Gives a `<message>`, `<receipt>`, `<notification>` or `<call>` to a companion and
   * keeps it until the companion's receipt or ack (class, id, type) arrives;
   * queued while it is away. `to` and `offline` are set by the server, `t` when absent.
   */
  deliver(device: Device, stanza: BinaryNode): void;
  /** Gives a `<presence>` or `<chatstate>` to a companion; lost when it is away. */
  push(device: Device, stanza: BinaryNode): void;
  /** Pre-keys that the companion uploaded; the one-time pre-key is used up. Undefined before the first upload. */
  takeBundle(device: Device): Bundle | undefined;
};

/** Values that survive a restart of the sandbox, under keys of the caller's choice (`people/…`, `media/…`). */
export type Keep = {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
  /** The keys that start with `prefix`. */
  keys(prefix: string): string[];
};

/**
 * A self-signed certificate for 127.0.0.1 and localhost, and its key, in PEM; made at start by
 * `wire/tls.ts`. The WebSocket server and the media server show the same one, so clients trust one.
 */
export type Certificate = { cert: string; key: string };

/** `daemon/sandbox/whatsapp-web/people/people.ts` exports `createPeople` of this type. */
export type CreatePeople = (given: {
  switchboard: Switchboard;
  keep: Keep;
  seed: string;
  certificate: Certificate;
}) => Promise<People>;
