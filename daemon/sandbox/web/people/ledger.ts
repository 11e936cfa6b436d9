import type { Keep } from "../link.ts";
import type { Form } from "./addresses.ts";
import type { Feed } from "./feed.ts";
import type { Person } from "./persons.ts";

/** How far a message got: on its own way, or as the other side reported. */
export type Status = "sent" | "delivered" | "read" | "played";

/** A message on a phone. */
export type PhoneMessage = {
  id: string;
  /** The number of the other side. */
  chat: string;
  fromMe: boolean;
  /** The companion that sent it; 0: a phone. */
  device: number;
  /** Whether it was addressed by LID or by number. */
  form: Form;
  /** Null until a copy could be read. */
  kind: string | null;
  text: string | null;
  /** The message as protocol buffers, in base64. */
  raw: string;
  at: string;
  /** How often it came readable: 1, unless it was sent twice. */
  copies: number;
  /** How often it came and could not be read. */
  unreadable: number;
  /** For own messages what the other side reported, for others what this phone reported. */
  status: Status;
  /** How often the other side asked for it again. */
  retries: number;
  /** The texts it had after edits, the last one last. */
  edits: string[];
  deleted: boolean;
  /** The reaction that stands, by number. */
  reactions: Record<string, string>;
  /** What was chosen in a poll, by number. */
  votes: Record<string, string[]>;
  /** Whether the file that belongs to it could be fetched, decrypted and was what the message says. */
  file: { sha256: string; bytes: number } | { problem: string } | null;
};

export type NewMessage = Pick<PhoneMessage, "id" | "chat" | "fromMe" | "device" | "form"> &
  Partial<Pick<PhoneMessage, "kind" | "text" | "raw">>;

/** How often messages came, over phones. */
export type Counts = {
  total: number;
  distinct: number;
  repeated: { id: string; copies: number }[];
  unreadable: number;
};

/** What is on the phones: every message once, with the number of copies that came. */
export type Ledger = {
  find(person: Person, id: string): PhoneMessage | undefined;
  /** A copy came that could be read. True when it is the first one. */
  take(person: Person, message: NewMessage): boolean;
  /** A copy came that could not be read; answers with how many did so far. */
  miss(person: Person, message: NewMessage): number;
  change(person: Person, id: string, change: Partial<PhoneMessage>): void;
  list(person: Person): PhoneMessage[];
  /** Of what came from others, on one phone or on all. */
  counts(person?: Person): Counts;
};

/** The oldest messages of a phone make room for new ones. */
const MOST_MESSAGES = 20_000;
const PREFIX = "people/message/";

/** The messages are kept; the phone of a person who changed the number is the same phone. */
export function createLedger({ keep, feed }: { keep: Keep; feed: Feed }): Ledger {
  const phones = load(keep);
  const phoneOf = ({ root }: Person) => {
    const phone = phones.get(root) ?? new Map<string, PhoneMessage>();
    phones.set(root, phone);
    return phone;
  };

  function put(person: Person, message: PhoneMessage, type: "message" | "change"): void {
    const phone = phoneOf(person);
    phone.set(message.id, message);
    keep.set(`${PREFIX}${person.root}/${message.id}`, JSON.stringify(message));
    for (const id of phone.keys()) {
      if (phone.size <= MOST_MESSAGES) break;
      phone.delete(id);
      keep.delete(`${PREFIX}${person.root}/${id}`);
    }
    feed.emit(person.number, { type, message });
  }

  return {
    find: (person, id) => phoneOf(person).get(id),
    take(person, message) {
      const known = phoneOf(person).get(message.id);
      const isFirst = known === undefined || known.copies === 0;
      const base = known ?? blank(message);
      const taken = isFirst ? { ...base, ...message, copies: 1 } : { ...base, copies: base.copies + 1 };
      put(person, taken, isFirst ? "message" : "change");
      return isFirst;
    },
    miss(person, message) {
      const known = phoneOf(person).get(message.id) ?? blank(message);
      const unreadable = known.unreadable + 1;
      put(person, { ...known, unreadable }, "change");
      return unreadable;
    },
    change(person, id, change) {
      const known = phoneOf(person).get(id);
      if (known !== undefined) put(person, { ...known, ...change }, "change");
    },
    list: (person) => [...phoneOf(person).values()],
    counts: (person) => count(person === undefined ? [...phones.values()] : [phoneOf(person)]),
  };
}

function blank(message: NewMessage): PhoneMessage {
  return {
    kind: null,
    text: null,
    raw: "",
    at: new Date().toISOString(),
    copies: 0,
    unreadable: 0,
    status: "sent",
    retries: 0,
    edits: [],
    deleted: false,
    reactions: {},
    votes: {},
    file: null,
    ...message,
  };
}

function count(phones: Map<string, PhoneMessage>[]): Counts {
  const received = phones.flatMap((phone) => [...phone.values()].filter(({ fromMe }) => !fromMe));
  const sum = (of: (message: PhoneMessage) => number) =>
    received.reduce((total, next) => total + of(next), 0);
  return {
    total: sum(({ copies }) => copies),
    distinct: received.filter(({ copies }) => copies > 0).length,
    repeated: received.filter(({ copies }) => copies > 1).map(({ id, copies }) => ({ id, copies })),
    unreadable: sum(({ unreadable }) => unreadable),
  };
}

function load(keep: Keep): Map<string, Map<string, PhoneMessage>> {
  const phones = new Map<string, Map<string, PhoneMessage>>();
  for (const key of keep.keys(PREFIX)) {
    const [root = ""] = key.slice(PREFIX.length).split("/");
    const message: PhoneMessage = JSON.parse(keep.get(key) ?? "{}");
    phones.set(root, (phones.get(root) ?? new Map()).set(message.id, message));
  }
  return phones;
}
