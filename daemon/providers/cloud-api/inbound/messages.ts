import { objects } from "../../../lib/objects.ts";
import { reportedDigits } from "../../../phone-numbers/reported.ts";
import type { ReportedErrors } from "../../channel-facts.ts";
import type { Identity, Inbound, InboundFact, Notice, ReceivedMessage } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { describeError } from "../errors.ts";
import { readContent } from "./content.ts";
import { contactOf, groupId, sidesOf, userIdIn } from "./identities.ts";
import { readRevision } from "./revision.ts";
import { graphError, readStatus } from "./status.ts";
import { readSystem } from "./system.ts";
import { field, type Json, present, text } from "./values.ts";

/** The field `messages`: messages from people, and statuses of ours. */
export function readMessages(value: Json): Inbound[] {
  const phoneNumberId = text(field(value.metadata, "phone_number_id"));
  if (phoneNumberId === null) return [];
  const statuses = objects(value.statuses).flatMap(readStatus);
  const messages = objects(value.messages).flatMap((message) => readMessage(message, value));
  return [{ target: { phoneNumberId }, facts: [...statuses, ...messages, ...errorsOf(value)] }];
}

function errorsOf(value: Json): ReportedErrors[] {
  const errors = objects(value.errors).map((error) => describeError(graphError(error)));
  return errors.length === 0 ? [] : [{ kind: "errors", errors }];
}

function readMessage(message: Json, value: Json): InboundFact[] {
  const providerMessageId = text(message.id);
  const type = text(message.type);
  if (providerMessageId === null || type === null) return [];
  if (type === "system") return readSystem(providerMessageId, message);
  if (type === "edit" || type === "revoke") return readRevision(providerMessageId, type, message);
  const contact = contactOf(message.from, message.from_user_id, value);
  // a user id in the place of the number is the sender's; the entry may be somebody else's
  const userId = message.from_user_id ?? userIdIn(message.from) ?? contact?.user_id;
  const sides = sidesOf(reportedDigits(message.from) ?? sharedNumber(type, message), userId);
  if (sides === null) return [];
  if (type === "request_welcome") return [chatOpened(providerMessageId, sides.person, message, contact)];
  const received: ReceivedMessage = {
    kind: "message",
    providerMessageId,
    direction: "inbound",
    ...sides,
    name: text(field(contact?.profile, "name")),
    username: text(field(contact?.profile, "username")),
    holder: "business",
    ...readContent(type, message),
    at: momentOf(message.timestamp),
  };
  const parent = withParent(sides.person, message.from_parent_user_id ?? contact?.parent_user_id);
  return [inGroup(received, message.group_id), ...parent];
}

/** Nobody wrote anything yet: somebody opened the chat for the first time. */
function chatOpened(
  providerMessageId: string,
  person: Identity,
  message: Json,
  contact: Json | undefined,
): Notice {
  return {
    ...{ kind: "notice", providerMessageId, direction: "inbound", person, participant: null },
    ...{ content: { event: "chat_opened" }, opens: true, at: momentOf(message.timestamp) },
    ...present({ name: text(field(contact?.profile, "name")) }),
  };
}

/** The same message, of the group that it was written in, if it was in one. */
function inGroup(received: ReceivedMessage, id: unknown): ReceivedMessage {
  const value = groupId(id);
  if (value === null) return received;
  const { person, alias, name } = received;
  const participant = { person, alias, name, address: (alias ?? person).value };
  const group = { type: "group" as const, value };
  return { ...received, person: group, alias: null, name: null, userId: value, username: null, participant };
}

/** The number that somebody shared on request: it is their own. */
function sharedNumber(type: string, message: Json): unknown {
  const [card] = type === "contacts" ? objects(message.contacts) : [];
  return card?.origin === "contact_request" ? objects(card.phones)[0]?.wa_id : undefined;
}

/** A person's id among linked portfolios, beside what they are known by. */
function withParent(one: Identity, id: unknown): InboundFact[] {
  const value = userIdIn(id);
  return value === null ? [] : [{ kind: "same", one, other: { type: "parent_bsuid", value } }];
}
