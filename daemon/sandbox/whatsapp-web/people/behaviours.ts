import { RECIPIENT_PREFIX } from "../../graph/messages/recipients.ts";
import type { AcknowledgementFault, Keep } from "../link.ts";

export type Report = "delivered" | "read" | "played";

const ALWAYS = Number.MAX_SAFE_INTEGER;
const REFUSED_TWICE = 2;

/** How a person's phone reacts to messages. */
export type Behaviour = {
  /** Whether the number has WhatsApp. */
  onWhatsApp: boolean;
  /** Reported at the first, second and third moment; `played` is only reported of voice messages. */
  reports: readonly (readonly Report[])[];
  /** Added to each moment, in milliseconds. */
  delayMs: number;
  /** The server's fault with the next `times` messages to the number. */
  acknowledgement: { fault: AcknowledgementFault; times: number } | null;
  /** A text the person writes back at the second moment. */
  reply: string | null;
  /** The number of messages that cannot be read and whose retry is requested; each copy that fails counts. */
  unreadable: number;
  /** Whether messages come with the number beside the LID: always, never, or from the second message on. */
  number: "shown" | "hidden" | "late";
  /** Whether others may add them to groups. */
  addable: boolean;
  /** Whether they report and block a number that writes to them first. */
  blocks: boolean;
  /** Whether the phone responds to its companions' requests for messages and media. */
  respondsToRequests: boolean;
};

/** Somebody whose number says how they behave. */
export type NamedBehaviour = Behaviour & {
  /** The two digits after the prefix; the last two are free, so there are a hundred of each. */
  digits: string;
  name: string;
  promise: string;
};

const usual: Behaviour = {
  onWhatsApp: true,
  reports: [["delivered"], ["read"], ["played"]],
  delayMs: 0,
  acknowledgement: null,
  reply: null,
  unreadable: 0,
  number: "shown",
  addable: true,
  blocks: false,
  respondsToRequests: true,
};

function behaviour(digits: string, name: string, promise: string, more: Partial<Behaviour> = {}) {
  return { ...usual, digits, name, promise, ...more };
}

/** The digits mean the same as in the Graph sandbox wherever both have something to mean. */
export const BEHAVIOURS: readonly NamedBehaviour[] = [
  behaviour("00", "reached", "Delivered, read and (voice) played, like every number outside this table."),
  behaviour("01", "undeliverable", "Is not on WhatsApp.", { onWhatsApp: false, reports: [] }),
  behaviour("02", "pair-limit", "The first two messages are refused with 429, later ones are read.", {
    acknowledgement: { fault: "ack_429", times: REFUSED_TWICE },
  }),
  behaviour("03", "throttled", "The first two messages are refused with 429, later ones are read.", {
    acknowledgement: { fault: "ack_429", times: REFUSED_TWICE },
  }),
  behaviour("04", "silent", "Gets everything and reports nothing.", { reports: [] }),
  behaviour("05", "answer-lost", "Delivered and read, but the server acknowledges nothing.", {
    acknowledgement: { fault: "no_ack", times: ALWAYS },
  }),
  behaviour("06", "answer-lost-silent", "Gets everything; neither the server nor the phone says so.", {
    acknowledgement: { fault: "no_ack", times: ALWAYS },
    reports: [],
  }),
  behaviour("07", "slow", "Acknowledged late, and delivered and read five seconds later.", {
    acknowledgement: { fault: "slow_ack", times: ALWAYS },
    delayMs: 5_000,
  }),
  behaviour("08", "replies", "Delivered and read, then writes back a text that begins with `Hello`.", {
    reply: "Hello, thanks for your message 👋",
  }),
  behaviour("09", "delivered-only", "Delivered, never read.", { reports: [["delivered"]] }),
  behaviour(
    "10",
    "restricted",
    "Every message is refused with 463, for this person alone unless the account is locked.",
    {
      acknowledgement: { fault: "ack_463", times: ALWAYS },
    },
  ),
  behaviour("11", "read-only", "Reported `read`; `delivered` never comes.", { reports: [[], ["read"]] }),
  behaviour("12", "reversed", "Reported `read` first, then `delivered`.", {
    reports: [["read"], ["delivered"]],
  }),
  behaviour("13", "repeated", "Delivered and read, each report sent twice.", {
    reports: [
      ["delivered", "delivered"],
      ["read", "read"],
    ],
  }),
  behaviour("14", "outage", "The first two messages are refused with 479, later ones are read.", {
    acknowledgement: { fault: "ack_479", times: REFUSED_TWICE },
  }),
  behaviour("16", "retries-once", "The first message cannot be read and is requested again.", {
    unreadable: 1,
  }),
  behaviour("17", "never-reads", "No message can be read; each is requested again, five times at most.", {
    unreadable: ALWAYS,
  }),
  behaviour("18", "number-hidden", "Writes from the LID and never shows the number.", { number: "hidden" }),
  behaviour("19", "number-late", "Writes from the LID; the number comes with the second message.", {
    number: "late",
  }),
  behaviour("22", "not-addable", "Lets nobody add them to groups.", { addable: false }),
  behaviour(
    "23",
    "blocks",
    "Gets the first message, reports the number and blocks it: later ones don't arrive.",
    {
      blocks: true,
    },
  ),
];

const byDigits = new Map(BEHAVIOURS.map((entry) => [entry.digits, entry]));

/** The behaviours of people, by number, and what the sandbox's owner changed about them. */
export type Behaviours = {
  of(number: string): Behaviour;
  change(number: string, change: Partial<Behaviour>): Behaviour;
  /** The fault of the next message to the number; counts it. */
  takeAcknowledgement(number: string): AcknowledgementFault | undefined;
  /** Whether the message that just came cannot be read; counts it. */
  spoil(number: string): boolean;
};

const PREFIX = "people/behaviour/";

/** Changes are kept. */
export function createBehaviours(keep: Keep): Behaviours {
  const of = (number: string): Behaviour => {
    const changed = keep.get(PREFIX + number);
    return changed === undefined ? behaviourOf(number) : JSON.parse(changed);
  };
  const change = (number: string, part: Partial<Behaviour>): Behaviour => {
    const changed = { ...of(number), ...part };
    keep.set(PREFIX + number, JSON.stringify(changed));
    return changed;
  };
  return {
    of,
    change,
    takeAcknowledgement(number) {
      const { acknowledgement } = of(number);
      if (acknowledgement === null || acknowledgement.times === 0) return undefined;
      const { fault, times } = acknowledgement;
      if (times !== ALWAYS) change(number, { acknowledgement: { fault, times: times - 1 } });
      return fault;
    },
    spoil(number) {
      const { unreadable } = of(number);
      if (unreadable > 0 && unreadable !== ALWAYS) change(number, { unreadable: unreadable - 1 });
      return unreadable > 0;
    },
  };
}

/** The behaviour of a number nobody changed: `1555000`, two digits that choose, two that do not matter. */
function behaviourOf(number: string): Behaviour {
  if (number.length !== 11 || !number.startsWith(RECIPIENT_PREFIX)) return usual;
  return byDigits.get(number.slice(7, 9)) ?? usual;
}
