import { Type } from "../../../../lib/typebox.ts";
import { controlResponse } from "../../../graph/control/responses.ts";
import { strict } from "../../../graph/http/schema.ts";
import { createValidator } from "../../../graph/http/validate.ts";
import { checked, numberOf } from "../../control/checked.ts";
import { STATUS } from "../../wire/jids.ts";
import { eventStream } from "./event-stream.ts";
import { digits, groupId, oneOf, type PeopleHandler, wholeNumber } from "./handler.ts";
import { shownMessage } from "./shown.ts";

const MOST_LISTED = 1_000;

const order = createValidator(
  strict({
    to: Type.Optional(Type.Union([digits, groupId])),
    kind: Type.Optional(Type.String({ minLength: 1 })),
    content: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    form: Type.Optional(oneOf(["lid", "s.whatsapp.net"])),
    placeholder: Type.Optional(Type.Boolean()),
    kept_back: Type.Optional(oneOf(["until_asked", "for_good"])),
    unreadable: Type.Optional(Type.Integer({ minimum: 0 })),
    shows_number: Type.Optional(Type.Boolean()),
  }),
);

/**
 * `POST /sandbox/phones/{number}/messages`: somebody sends a message of a kind (a text when none is named);
 * answers with its id. From an account's own phone, its companions get a copy.
 */
export const postMessage: PeopleHandler = async (control, request) => {
  const { kind = "text", shows_number: showsNumber, kept_back: keptBack, ...rest } = checked(order, request);
  return controlResponse({
    id: await control.send(numberOf(request), { ...rest, kind, showsNumber, keptBack }),
  });
};

const copied = createValidator(strict({ id: Type.String({ minLength: 1 }) }));

/** `POST /sandbox/phones/{number}/copies`: the phone sends companions a copy of a message that they can decrypt. */
export const postCopy: PeopleHandler = (control, request) => {
  const { id } = checked(copied, request);
  control.sendCopy(numberOf(request), id);
  return controlResponse({ id });
};

/** `GET /sandbox/phones/{number}/messages?chat=&id=&limit=`: what is on a phone, oldest first, the last `limit` of it. */
export const getMessages: PeopleHandler = (control, request) => {
  const chat = request.url.searchParams.get("chat");
  const id = request.url.searchParams.get("id");
  const found = control
    .messages(numberOf(request))
    .filter((message) => (chat === null || message.chat === chat) && (id === null || message.id === id));
  const listed = found.slice(-(wholeNumber(request, "limit") ?? MOST_LISTED));
  return controlResponse({ matched: found.length, data: listed.map(shownMessage) });
};

/** `GET /sandbox/phones/{number}/status`: the statuses that companions posted and a phone got, oldest first. */
export const getStatus: PeopleHandler = (control, request) => {
  const found = control.messages(numberOf(request)).filter(({ chat }) => chat === STATUS);
  return controlResponse({ data: found.slice(-MOST_LISTED).map(shownMessage) });
};

/** `GET /sandbox/phones/{number}/counts`: how many messages and copies came to the phone. */
export const getPhoneCounts: PeopleHandler = (control, request) =>
  controlResponse(control.counts(numberOf(request)));

/** `GET /sandbox/phones/{number}/events?after=`: what happens on a phone, as server-sent events. */
export const getEvents: PeopleHandler = (control, request) =>
  eventStream(control.watch, numberOf(request), wholeNumber(request, "after"));
