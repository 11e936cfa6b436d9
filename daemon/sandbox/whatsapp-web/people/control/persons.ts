import { Type } from "../../../../lib/typebox.ts";
import { controlResponse } from "../../../graph/control/responses.ts";
import { strict } from "../../../graph/http/schema.ts";
import { createValidator } from "../../../graph/http/validate.ts";
import { checked, numberOf } from "../../control/checked.ts";
import { CALL_OUTCOMES } from "../calls.ts";
import { digits, groupId, milliseconds, oneOf, type PeopleHandler } from "./handler.ts";
import { shownBehaviour } from "./shown.ts";

/** How long it rings unless it is said. */
const RING_MS = 4_000;
const REPORTS = ["delivered", "read", "played"] as const;

const words = Type.String({ minLength: 1, maxLength: 512 });
const acknowledgement = strict({
  fault: oneOf(["no_ack", "slow_ack", "ack_429", "ack_463", "ack_479"]),
  times: Type.Integer({ minimum: 1 }),
});
const behaviour = createValidator(
  strict({
    on_whatsapp: Type.Optional(Type.Boolean()),
    reports: Type.Optional(Type.Array(Type.Array(oneOf(REPORTS)), { maxItems: 3 })),
    reply: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 4_096 }), Type.Null()])),
    delay_ms: Type.Optional(milliseconds),
    acknowledgement: Type.Optional(Type.Union([acknowledgement, Type.Null()])),
    unreadable: Type.Optional(Type.Integer({ minimum: 0 })),
    number: Type.Optional(oneOf(["shown", "hidden", "late"])),
    answers_requests: Type.Optional(Type.Boolean()),
    addable: Type.Optional(Type.Boolean()),
  }),
);
const presence = createValidator(
  strict({
    to: Type.Optional(digits),
    presence: oneOf(["available", "unavailable", "composing", "recording", "paused"]),
  }),
);
const ring = createValidator(
  strict({
    to: Type.Optional(digits),
    video: Type.Optional(Type.Boolean()),
    ring_ms: Type.Optional(milliseconds),
    outcome: Type.Optional(oneOf(CALL_OUTCOMES)),
    group: Type.Optional(groupId),
  }),
);
const report = createValidator(strict({ id: Type.String({ minLength: 1 }), status: oneOf(REPORTS) }));
const read = createValidator(strict({ id: Type.String({ minLength: 1 }) }));
const newNumber = createValidator(strict({ to: digits }));
const company = createValidator(
  strict({
    verified_name: Type.String({ minLength: 1, maxLength: 128 }),
    description: Type.Optional(words),
    email: Type.Optional(words),
    address: Type.Optional(words),
    website: Type.Optional(Type.Array(words, { maxItems: 2 })),
  }),
);
const userName = createValidator(
  strict({
    username: Type.String({ pattern: "^[a-z0-9_.]{3,35}$" }),
    pin: Type.Optional(Type.String({ pattern: "^[0-9]{4}$" })),
  }),
);
const pastWords = strict({
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  text: Type.String({ minLength: 1 }),
  days_ago: Type.Number({ minimum: 0, maximum: 10_000 }),
  from_me: Type.Optional(Type.Boolean()),
});
const addressBook = createValidator(
  strict({
    contacts: Type.Array(
      strict({
        number: digits,
        name: Type.String({ minLength: 1 }),
        text: Type.Optional(Type.String()),
        times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
        disappearing: Type.Optional(Type.Integer({ minimum: 1 })),
        token: Type.Optional(Type.Boolean()),
        group: Type.Optional(Type.String({ pattern: "^[\\d-]{1,40}@g\\.us$" })),
        messages: Type.Optional(Type.Array(pastWords, { maxItems: 10_000 })),
      }),
      { minItems: 1, maxItems: 1_000 },
    ),
  }),
);

/** `POST /sandbox/phones/{number}/behaviour`: changes what somebody does with messages. */
export const postBehaviour: PeopleHandler = (control, request) => {
  const { on_whatsapp, answers_requests, delay_ms, ...rest } = checked(behaviour, request);
  const settled = control.behave(numberOf(request), {
    ...rest,
    ...(on_whatsapp !== undefined && { onWhatsApp: on_whatsapp }),
    ...(answers_requests !== undefined && { respondsToRequests: answers_requests }),
    ...(delay_ms !== undefined && { delayMs: delay_ms }),
  });
  return controlResponse(shownBehaviour(settled));
};

/** `POST /sandbox/phones/{number}/calls`: somebody calls and hangs up when nobody takes it; answers when it has ended. */
export const postCall: PeopleHandler = async (control, request) => {
  const {
    to,
    ring_ms: ringMs = RING_MS,
    video = false,
    outcome = "missed",
    ...rest
  } = checked(ring, request);
  return controlResponse(await control.call(numberOf(request), to, { ringMs, video, outcome, ...rest }));
};

/** `POST /sandbox/phones/{number}/presence`: the account sees that somebody is there or writes. */
export const postPresence: PeopleHandler = (control, request) => {
  const { to, presence: shown } = checked(presence, request);
  control.presence(numberOf(request), to, shown);
  return controlResponse({ shown });
};

/** `POST /sandbox/phones/{number}/receipts`: a phone reports a message that came to it, by hand. */
export const postReceipt: PeopleHandler = (control, request) => {
  const { id, status } = checked(report, request);
  control.report(numberOf(request), id, status);
  return controlResponse({ id, status });
};

/** `POST /sandbox/phones/{number}/number`: the person takes another number, and keeps phone, keys and LID. */
export const postNumber: PeopleHandler = (control, request) => {
  const { to } = checked(newNumber, request);
  control.move(numberOf(request), to);
  return controlResponse({ number: to });
};

/** `POST /sandbox/phones/{number}/history`: people for the phone's address book, which its companions get as history. */
export const postHistory: PeopleHandler = (control, request) => {
  const { contacts } = checked(addressBook, request);
  const past = contacts.map(({ messages, ...contact }) => ({
    ...contact,
    messages: messages?.map(({ days_ago: daysAgo, from_me: fromMe, ...said }) => ({
      ...said,
      daysAgo,
      fromMe,
    })),
  }));
  control.addHistory(numberOf(request), past);
  return controlResponse({ added: contacts.length });
};

/** `PUT /sandbox/phones/{number}/business`: somebody is a business, with a profile that others may read. */
export const putBusiness: PeopleHandler = (control, request) => {
  const { verified_name: verifiedName, ...rest } = checked(company, request);
  control.setBusiness(numberOf(request), { verifiedName, ...rest });
  return controlResponse({ verified_name: verifiedName, ...rest });
};

/** `DELETE /sandbox/phones/{number}/business`: it is a person again. */
export const deleteBusiness: PeopleHandler = (control, request) => {
  control.setBusiness(numberOf(request), null);
  return controlResponse({ business: null });
};

/** `PUT /sandbox/phones/{number}/username`: somebody has a user name, and may ask for a PIN of whoever looks for it. */
export const putUserName: PeopleHandler = (control, request) => {
  const { username: name, pin = null } = checked(userName, request);
  control.setUserName(numberOf(request), { name, pin });
  return controlResponse({ username: name, pin });
};

/** `DELETE /sandbox/phones/{number}/username`: nobody finds them by it any more. */
export const deleteUserName: PeopleHandler = (control, request) => {
  control.setUserName(numberOf(request), null);
  return controlResponse({ username: null });
};

/** `POST /sandbox/phones/{number}/read`: the owner of a number with companions reads a message on the phone. */
export const postRead: PeopleHandler = (control, request) => {
  const { id } = checked(read, request);
  control.read(numberOf(request), id);
  return controlResponse({ read: id });
};
