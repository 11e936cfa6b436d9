import { isObject } from "../../../lib/objects.ts";
import { type Static, Type } from "../../../lib/typebox.ts";
import type { Phone } from "../accounts/phone.ts";
import {
  failure,
  type GraphFailure,
  invalidParameter,
  invalidValue,
  parameterError,
} from "../http/errors.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import type { World } from "../world.ts";
import type { Kind } from "./kinds/kind.ts";
import { KINDS, MESSAGE_TYPES } from "./kinds/table.ts";

/** A business-scoped user id, of one portfolio or of several that are linked. */
export const USER_ID = "^[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]{1,128}$";

const common = {
  messaging_product: Type.Literal("whatsapp"),
  recipient_type: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  recipient: Type.Optional(Type.String({ pattern: USER_ID })),
  type: Type.Optional(Type.String()),
  context: Type.Optional(strict({ message_id: Type.String({ minLength: 1 }) })),
  biz_opaque_callback_data: Type.Optional(Type.String()),
  messaging_account_id: Type.Optional(Type.String({ pattern: "^[0-9]+$" })),
};

const envelopes = new Map(
  MESSAGE_TYPES.map((type) => [type, createValidator(strict({ ...common, [type]: Type.Unknown() }))]),
);

const RECIPIENT_TYPES = ["individual", "group"];

const shared = Type.Object(common);
export type Envelope = Static<typeof shared>;

/** A message whose frame is right: the part all kinds share, the kind, and the content to check by it. */
export type Opened = { envelope: Envelope; kind: Kind; content: unknown };

/** Checks what all kinds share, and finds the kind. `type` is "text" when it is missing. */
export function openEnvelope(body: unknown): Opened | GraphFailure {
  if (!isObject(body)) return invalidParameter("The request body must be a JSON object");
  if (body.messaging_product === undefined)
    return parameterError("The parameter messaging_product is required.");
  const type = body.type ?? "text";
  const validator = typeof type === "string" ? envelopes.get(type) : undefined;
  if (typeof type !== "string" || validator === undefined) {
    const choices = MESSAGE_TYPES.map((name) => name.toUpperCase()).join(", ");
    return parameterError(`Param type must be one of {${choices}} - got "${String(type)}".`);
  }
  const content = body[type];
  if (!validator.is(body)) return validator.explain(body, "");
  if (!RECIPIENT_TYPES.includes(body.recipient_type ?? "individual"))
    return parameterError(`Param recipient_type must be one of {${RECIPIENT_TYPES.join(", ")}}.`);
  const kind = kindOf(type, content);
  return kind === undefined
    ? invalidValue("Param interactive['type'] is not a supported interactive type")
    : { envelope: body, kind, content };
}

function kindOf(type: string, content: unknown): Kind | undefined {
  if (type !== "interactive" || !isObject(content)) return KINDS.get(type);
  return KINDS.get(`interactive.${String(content.type)}`);
}

const NUMBER = /^\+?[0-9() .-]{5,30}$/;
const MOST_CALLBACK_BYTES = 512;

const IS_USER_ID = new RegExp(USER_ID);
/** Whether `to` is the id of a group. */
export function isToGroup({ recipient_type }: Envelope): boolean {
  return recipient_type === "group";
}

/** The digits of `to`, which wins over `recipient`; the user id when there is only that. */
export function recipientNumber(envelope: Envelope): string | undefined {
  if (envelope.to === undefined) return envelope.recipient;
  return isToGroup(envelope) ? envelope.to : envelope.to.replace(/\D/g, "");
}

/** Whether `to` is a user id. Meta takes what follows its country for a number, and sends nothing to anybody. */
export function hasUserIdAsNumber({ to = "" }: Envelope): boolean {
  return IS_USER_ID.test(to);
}

/** Refuses a messaging account that the number does not have. */
export function messagingAccountFailure({ messaging_account_id: id }: Envelope, phone: Phone) {
  const { wabaId, otherMessagingAccounts = [] } = phone;
  if (id === undefined || id === wabaId || otherMessagingAccounts.includes(id)) return null;
  return parameterError(`Param messaging_account_id ${id} is no messaging account of this phone number.`);
}

/** Refuses a missing or malformed recipient, the sender's own number, and too much callback data. */
export function addressFailure(envelope: Envelope, phone: Phone, { userIdsInTo }: World) {
  const { to, recipient, biz_opaque_callback_data: callback } = envelope;
  if (to === undefined && recipient === undefined) return parameterError("The parameter to is required.");
  const digits = to?.replace(/\D/g, "");
  const isDropped = hasUserIdAsNumber(envelope) && userIdsInTo === "drop";
  const isOther = isDropped || isToGroup(envelope);
  if (to !== undefined && digits !== undefined && !isOther && !isNumber(to, digits)) {
    return invalidValue("The phone number is malformed: Please use the format: +1234567890.");
  }
  if (digits === phone.digits) {
    return failure(400, 131021, "Recipient cannot be sender", "Recipient cannot be sender");
  }
  if (callback !== undefined && Buffer.byteLength(callback) > MOST_CALLBACK_BYTES) {
    return parameterError(
      `Param biz_opaque_callback_data must be at most ${MOST_CALLBACK_BYTES} bytes long.`,
    );
  }
  return null;
}

function isNumber(to: string, digits: string): boolean {
  return NUMBER.test(to) && digits.length >= 5 && digits.length <= 15;
}
