import { createFifo } from "../../../lib/fifo.ts";
import type { Keep } from "../link.ts";
import type { Feed } from "./feed.ts";
import type { Person } from "./identity/persons.ts";
import { blankMessage, type NewMessage, type PhoneMessage } from "./phone-message.ts";

/** How often messages came, over phones. */
export type Counts = {
  total: number;
  distinct: number;
  repeated: { id: string; copies: number }[];
  unreadable: number;
};

/** The messages on the phones: each once, with the number of copies that came. */
export type MessageLog = {
  find(person: Person, id: string): PhoneMessage | undefined;
  /** A copy came that could be read. True when it is the first one. */
  take(person: Person, message: NewMessage): boolean;
  /** A copy came that could not be read; returns how many did so far. */
  miss(person: Person, message: NewMessage): number;
  change(person: Person, id: string, change: Partial<PhoneMessage>): void;
  list(person: Person): PhoneMessage[];
  /** Of what came from others, on one phone or on all. */
  counts(person?: Person): Counts;
};

/** Over all phones; the oldest messages make room for new ones. A soak of 36 minutes puts 160,000 there. */
const MOST_MESSAGES = 250_000;
const PREFIX = "people/message/";

/** The messages are kept; the phone of a person who changed the number is the same phone. */
export function createMessageLog({ keep, feed }: { keep: Keep; feed: Feed }): MessageLog {
  const phones = new Map<string, Map<string, PhoneMessage>>();
  const order = createFifo<{ root: string; id: string }>();
  let last = 0;
  for (const { root, message } of load(keep)) {
    hold(root, message);
    last = message.sequence;
  }

  function phoneOf({ root }: Pick<Person, "root">): Map<string, PhoneMessage> {
    const phone = phones.get(root) ?? new Map<string, PhoneMessage>();
    phones.set(root, phone);
    return phone;
  }

  function hold(root: string, message: PhoneMessage): void {
    const phone = phoneOf({ root });
    if (!phone.has(message.id)) order.push({ root, id: message.id });
    phone.set(message.id, message);
    if (order.size() <= MOST_MESSAGES) return;
    const oldest = order.shift();
    if (oldest === undefined) return;
    phoneOf(oldest).delete(oldest.id);
    keep.delete(keyOf(oldest.root, oldest.id));
  }

  function put(person: Person, message: PhoneMessage, type: "message" | "change"): void {
    hold(person.root, message);
    keep.set(keyOf(person.root, message.id), JSON.stringify(message));
    feed.emit(person.number, { type, message });
  }

  function blank(message: NewMessage): PhoneMessage {
    last += 1;
    return { ...blankMessage(last), ...message };
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

function keyOf(root: string, id: string): string {
  return `${PREFIX}${root}/${id}`;
}

/** The messages from before a restart, oldest first. */
function load(keep: Keep): { root: string; message: PhoneMessage }[] {
  const entries = keep.keys(PREFIX).map((key) => {
    const [root = ""] = key.slice(PREFIX.length).split("/");
    const message: PhoneMessage = JSON.parse(keep.get(key) ?? "{}");
    return { root, message };
  });
  return entries.sort((one, other) => one.message.sequence - other.message.sequence);
}
