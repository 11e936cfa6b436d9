import { isObject } from "../../../lib/objects.ts";
import { type Static, Type } from "../../../lib/typebox.ts";
import { ownNumber } from "../../memory/own-number.ts";
import type { Phone } from "../accounts/phone.ts";
import { newWamid } from "../http/ids.ts";
import { strict, textOf } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import { USER_ID } from "../messages/envelope.ts";
import { type InboundMessage, seconds, sender, textFrom } from "../webhooks/body.ts";
import type { World } from "../world.ts";
import { CHANGE_KINDS, inboundChange } from "./inbound-changes.ts";
import { inboundMessage, MESSAGE_KINDS } from "./inbound-messages.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

const schema = strict({
  from: Type.String({ pattern: `^[0-9]{5,15}$|${USER_ID}` }),
  text: Type.Optional(textOf(4_096)),
  message: Type.Optional(Type.Object({ type: Type.String({ minLength: 1 }) })),
  kind: Type.Optional(Type.String()),
  content: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  name: Type.Optional(textOf(256)),
  username: Type.Optional(textOf(64)),
  phone_number_id: Type.Optional(Type.String()),
  group_id: Type.Optional(Type.String()),
});
const inbound = createValidator(schema);

const KINDS = [...MESSAGE_KINDS, ...CHANGE_KINDS];

type Inbound = Static<typeof schema>;

/**
 * `POST /sandbox/inbound`: a person writes to the business, or Meta reports something else; responds
 * with the id the message got. One of `text`, `message` (in Meta's form) and `kind` says what.
 */
export function postInbound({ world, body }: ControlRequest): Response {
  if (!inbound.is(body)) return controlRefusal(400, problemOf(inbound, body));
  if ([body.text, body.message, body.kind].filter((given) => given !== undefined).length !== 1) {
    return controlRefusal(400, "give one of text, message and kind");
  }
  if (body.kind !== undefined && !KINDS.includes(body.kind)) {
    return controlRefusal(400, `there is no kind ${body.kind}; there are ${KINDS.join(", ")}`);
  }
  const phone = phoneFor(world, body.phone_number_id);
  if (phone === undefined) return controlRefusal(404, `there is no phone number ${body.phone_number_id}`);
  if (world.outbox.webhookUrl() === undefined) {
    return controlRefusal(409, "no callback URL is set: POST /sandbox/webhook first");
  }
  if (!world.subscribed.has(phone.wabaId)) {
    return controlRefusal(409, `the app is not subscribed to account ${phone.wabaId}`);
  }
  const impossible = strangerFailure(world, body) ?? pressFailure(world, body);
  if (impossible !== null) return impossible;
  return controlResponse({ id: report(world, phone, body), phone_number_id: phone.id });
}

/** Only its people write in a group. */
function strangerFailure({ groups }: World, { group_id: id, from }: Inbound): Response | null {
  if (id === undefined) return null;
  const group = groups.find(id);
  if (group === undefined) return controlRefusal(404, `there is no group ${id}`);
  return group.members.includes(ownNumber(from)) ? null : controlRefusal(409, `${from} is not in the group`);
}

/** Only the recipient of a message has its buttons. */
function pressFailure({ messageLog }: World, { kind, content = {}, from }: Inbound): Response | null {
  if (kind !== "press") return null;
  const message = messageLog.find(String(content.message_id));
  const isTheirs = message?.to != null && ownNumber(message.to) === ownNumber(from);
  if (!isTheirs) return controlRefusal(409, `${from} has no message ${content.message_id}`);
  const titles = message.buttons.map(({ title }) => title);
  if (titles.some((title) => title === content.title)) return null;
  return controlRefusal(
    409,
    `the message has no button ${content.title}; it has ${titles.join(", ") || "none"}`,
  );
}

/** Sends the webhook on its way; the id is the message's, or the field's where there is no message. */
function report(world: World, phone: Phone, body: Inbound): string {
  const { kind = "text", content = {} } = body;
  const from = ownNumber(body.from);
  const change = inboundChange(kind, { content, from, phone, world });
  if (change !== undefined) {
    world.outbox.push({ kind: "change", wabaId: phone.wabaId, field: change.field, value: change.value });
    return change.id;
  }
  const given =
    body.message ?? (body.text === undefined ? inboundMessage(kind, content, world, phone, from) : undefined);
  const at = world.clock.now();
  const message: InboundMessage = compose(from, body.text, given, at);
  if (body.group_id !== undefined) message.group_id = body.group_id;
  if (isObject(message.referral)) world.biller.windows.tapped(phone.id, from, at);
  const { name, username } = body;
  const profile = world.people.profile(from, {
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
  });
  world.outbox.push({ kind: "message", phone, from, ...profile, message });
  return String(message.id);
}

function phoneFor(world: World, id: string | undefined): Phone | undefined {
  return id === undefined ? world.phones.values().next().value : world.phones.get(id);
}

/** Fills in the sender, id and time that a message lacks; the rest stays as given. */
function compose(
  from: string,
  text: string | undefined,
  message: object | undefined,
  at: number,
): InboundMessage {
  const id = newWamid(from, "inbound");
  return text === undefined
    ? { ...sender(from), id, timestamp: seconds(at), ...message }
    : textFrom(from, id, text, at);
}
