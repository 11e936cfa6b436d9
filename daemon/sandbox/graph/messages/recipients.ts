import { failure, type GraphFailure, tokenFailure } from "../http/errors.ts";

export type Status = "sent" | "delivered" | "read" | "failed";

/** How a recipient below reacts to a message. */
export type Recipient = {
  /** The two digits after the prefix; the last two are free, so there are a hundred of each. */
  digits: string;
  name: string;
  promise: string;
  /** Refuses the first `calls` messages to each number, or all of them. */
  refuse?: { calls: number; failure: GraphFailure };
  /** How the HTTP call of an accepted message ends. */
  ending: "answered" | "slow" | "lost";
  messageStatus: "accepted" | "held_for_quality_assessment";
  /** Reported at the sandbox's first, second and third moment (`sentMs`, `deliveredMs`, `readMs`). */
  reports: readonly (readonly Status[])[];
  /** The reports of marketing templates, if they differ. */
  marketing?: Recipient["reports"];
  /** A text the recipient writes back at the third moment. */
  reply?: string;
};

/** Area code 555 is not given to subscribers: nobody has these numbers. */
export const RECIPIENT_PREFIX = "1555000";

const usual: Recipient["reports"] = [["sent"], ["delivered"], ["read"]];
const none: Recipient["reports"] = [];

const pairLimit = failure(
  429,
  131056,
  "(Business Account, Consumer Account) pair rate limit hit",
  "Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.",
);
const throttled = failure(
  429,
  130429,
  "Rate limit hit",
  "Message failed to send because there were too many messages sent from this phone number in a short period of time",
);
const spam = failure(
  400,
  131048,
  "Spam rate limit hit",
  "Message failed to send because there are restrictions on how many messages can be sent from this phone number.",
);
const outage = failure(
  500,
  131000,
  "Something went wrong",
  "Message failed to send due to an unknown error.",
);
const expired = tokenFailure("Error validating access token: Session has expired.", 463);

function recipient(digits: string, name: string, promise: string, more: Partial<Recipient> = {}): Recipient {
  return { digits, name, promise, ending: "answered", messageStatus: "accepted", reports: usual, ...more };
}

export const RECIPIENTS: readonly Recipient[] = [
  recipient("00", "reached", "Delivered and read, like every number outside this table."),
  recipient("01", "undeliverable", "Accepted, then reported `failed` with error 131026.", {
    reports: [["failed"]],
  }),
  recipient(
    "02",
    "pair-limit",
    "The first two calls to each number are refused with 131056, later ones are read.",
    {
      refuse: { calls: 2, failure: pairLimit },
    },
  ),
  recipient(
    "03",
    "throttled",
    "The first two calls to each number are refused with 130429, later ones are read.",
    {
      refuse: { calls: 2, failure: throttled },
    },
  ),
  recipient("04", "silent", "Accepted and never reported.", { reports: none }),
  recipient("05", "answer-lost", "Accepted and read, but the connection closes without an HTTP response.", {
    ending: "lost",
  }),
  recipient("06", "answer-lost-silent", "Accepted, no HTTP response and never reported.", {
    ending: "lost",
    reports: none,
  }),
  recipient("07", "slow", "Accepted at once, with a response after five seconds.", { ending: "slow" }),
  recipient("08", "replies", "Delivered, then writes back a text that begins with `Hello`.", {
    reports: [["sent"], ["delivered"]],
    reply: "Hello, thanks for your message 👋",
  }),
  recipient("09", "delivered-only", "Delivered, never read.", { reports: [["sent"], ["delivered"]] }),
  recipient("10", "token-expired", "Every call is refused with 190, as when the access token has expired.", {
    refuse: { calls: Number.POSITIVE_INFINITY, failure: expired },
  }),
  recipient("11", "read-only", "Reported `sent` and `read`; `delivered` never comes.", {
    reports: [["sent"], [], ["read"]],
  }),
  recipient("12", "reversed", "Reported `read` first, then `delivered`, then `sent`.", {
    reports: [["read"], ["delivered"], ["sent"]],
  }),
  recipient("13", "repeated", "Delivered and read, each report sent twice.", {
    reports: [
      ["sent", "sent"],
      ["delivered", "delivered"],
      ["read", "read"],
    ],
  }),
  recipient(
    "14",
    "outage",
    "The first two calls to each number are refused with 131000 and HTTP 500, later ones are read.",
    {
      refuse: { calls: 2, failure: outage },
    },
  ),
  recipient("15", "held", "Answered `held_for_quality_assessment`, then delivered and read.", {
    messageStatus: "held_for_quality_assessment",
  }),
  recipient(
    "20",
    "enough-marketing",
    "Marketing templates are accepted, then reported `failed` with error 131049; everything else is read.",
    { marketing: [["failed"]] },
  ),
  recipient(
    "21",
    "spam-limit",
    "Every call is refused with 131048; the whole number then waits for five minutes.",
    {
      refuse: { calls: Number.POSITIVE_INFINITY, failure: spam },
    },
  ),
  recipient("24", "fails-late", "Reported `sent`, then `failed` with error 131026: never billed.", {
    reports: [["sent"], ["failed"]],
  }),
  recipient(
    "25",
    "refunded",
    "Reported `sent` and `delivered`, then `failed`: taken off the invoice again.",
    {
      reports: [["sent"], ["delivered"], ["failed"]],
    },
  ),
];

const byDigits = new Map(RECIPIENTS.map((entry) => [entry.digits, entry]));
const reached = recipient("00", "reached", "");

/** A user id of somebody's in another business portfolio. */
const FOREIGN = /^US\.(ENT\.)?9990/;

/** Whether a user id belongs to another business portfolio. */
export function isForeign(userId: string): boolean {
  return FOREIGN.test(userId);
}

/** The number that a person hides, by their user id: it is the id without its country. */
export function hiddenNumber(userId: string): string {
  return userId.replace(/^[A-Z]{2}\.(ENT\.)?/, "");
}

/** The behaviour of a number or user id: `1555000`, two digits that choose, two that do not matter. */
export function recipientOf(person: string): Recipient {
  const number = hiddenNumber(person);
  if (number.length !== 11 || !number.startsWith(RECIPIENT_PREFIX)) return reached;
  return byDigits.get(number.slice(7, 9)) ?? reached;
}
