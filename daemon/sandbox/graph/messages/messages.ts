import { isObject, objects } from "../../../lib/objects.ts";
import { ownNumber } from "../../memory/own-number.ts";
import type { Phone } from "../accounts/phone.ts";
import type { BilledTemplate } from "../billing/biller.ts";
import { callingFailure } from "../calls/permissions.ts";
import { failure, type GraphFailure, invalidParameter, invalidValue } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { newWamid } from "../http/ids.ts";
import { hangUp } from "../http/responses.ts";
import type { World } from "../world.ts";
import { replyButtonsOf } from "./buttons.ts";
import {
  addressFailure,
  type Envelope,
  hasUserIdAsNumber,
  isToGroup,
  messagingAccountFailure,
  type Opened,
  openEnvelope,
  recipientNumber,
} from "./envelope.ts";
import { filesOf } from "./files.ts";
import { groupFailure } from "./groups.ts";
import type { Kind } from "./kinds/kind.ts";
import { readReceipt } from "./kinds/read.ts";
import type { Accepted } from "./message-log.ts";
import { isForeign, type Recipient, recipientOf } from "./recipients.ts";

/** `POST /{phone_number_id}/messages`: checks a message as Meta does and plays its recipient. */
export async function postMessage(exchange: Exchange, phone: Phone): Promise<Response> {
  return await takeMessage(exchange, phone, await readJson(exchange.request), "messages");
}

/** The same of a body that was read, for one of the two edges that messages go to. */
export async function takeMessage(
  exchange: Exchange,
  phone: Phone,
  body: unknown,
  edge: Accepted["edge"],
): Promise<Response> {
  if (body === undefined) return refused(exchange, invalidParameter("The request body is not valid JSON"));
  if (isObject(body) && "status" in body) return markRead(exchange, phone, body);
  const opened = openEnvelope(body);
  if ("code" in opened) return refused(exchange, opened);
  const { envelope, kind, content } = opened;
  const wrong =
    addressFailure(envelope, phone, exchange.world) ??
    messagingAccountFailure(envelope, phone) ??
    groupFailure(exchange.world, phone, opened) ??
    (asksToCall(kind) ? callingFailure(phone) : null) ??
    kind.refuse(content, exchange.world);
  if (wrong !== null) return refused(exchange, wrong);
  const unnamed = userIdFailure(envelope, kind, content, exchange.world);
  if (unnamed !== null) return refused(exchange, unnamed);
  const to = recipientNumber(envelope) ?? "";
  const recipient = recipientOf(to);
  const refusal = recipientRefusal(exchange.world, recipient, to);
  if (refusal !== null) return refused(exchange, refusal);
  const call = accept(exchange.world, phone, opened, to, edge);
  return finish(exchange, call, recipient, envelope.to ?? to);
}

export function refused(exchange: Exchange, failure: GraphFailure): Response {
  exchange.world.messageLog.refuse(failure.code);
  return no(exchange, failure);
}

/** Counts the call when the recipient refuses some of them. */
function recipientRefusal({ calls }: World, { refuse }: Recipient, to: string): GraphFailure | null {
  if (refuse === undefined) return null;
  const before = calls.get(to) ?? 0;
  calls.set(to, before + 1);
  return before < refuse.calls ? refuse.failure : null;
}

function accept(
  world: World,
  phone: Phone,
  { envelope, kind, content }: Opened,
  to: string,
  edge: Accepted["edge"],
): Accepted {
  const at = world.clock.now();
  const template = kind.key === "template" ? billedTemplate(world, content) : null;
  const category = template?.category ?? null;
  const dropped = hasUserIdAsNumber(envelope);
  // that of the business account is billed where none is named
  const sender = { ...phone, wabaId: envelope.messaging_account_id ?? phone.wabaId };
  const call: Accepted = {
    wamid: newWamid(to, "outbound"),
    to,
    byUserId: envelope.to === undefined,
    members: isToGroup(envelope) ? (world.groups.find(to)?.members ?? []) : null,
    edge,
    type: kind.key,
    messagingAccountId: envelope.messaging_account_id,
    asksForNumber: asksForNumber(world, kind, content),
    callback: envelope.biz_opaque_callback_data ?? null,
    category,
    bill: dropped || isToGroup(envelope) ? null : world.biller.open(sender, to, template, at),
    ...(isToGroup(envelope)
      ? { memberBills: world.biller.openForGroup(sender, world.groups.find(to)?.members ?? [], category) }
      : {}),
    files: filesOf(world.media, content),
    buttons: replyButtonsOf(content),
    quotes: envelope.context?.message_id,
    dropped,
    at,
    phone,
  };
  world.messageLog.accept(call);
  if (dropped) return call;
  if (asksToCall(kind)) world.callPermissions.ask(phone.id, to);
  // a service message takes the thread; who takes hears nothing of it
  if (kind.key !== "template" && phone.agent !== undefined) world.threads.give(phone.id, to, "app");
  world.reporter.follow(call);
  return call;
}

function asksToCall({ key }: Kind): boolean {
  return key === "interactive.call_permission_request";
}

/** Meta refuses authentication templates to a user id, and everything to one of another portfolio. */
function userIdFailure(
  { to, recipient = "" }: Envelope,
  kind: Kind,
  content: unknown,
  world: World,
): GraphFailure | null {
  if (to !== undefined) return null;
  if (isForeign(recipient))
    return invalidValue("The recipient is not a business-scoped user ID of this business portfolio.");
  if (kind.key !== "template" || categoryOf(world, content) !== "authentication") return null;
  const details = "Business-scoped User ID (BSUID) recipients are not supported for this message.";
  return failure(400, 131062, "Business-scoped User ID recipients are not supported", details);
}

function asksForNumber(world: World, kind: Kind, content: unknown): boolean {
  if (kind.key === "interactive.request_contact_info") return true;
  const parts = kind.key === "template" ? (templateOf(world, content)?.components ?? []) : [];
  const buttons = parts.flatMap((part) => objects(part.buttons));
  return buttons.some(({ type }) => type === "REQUEST_CONTACT_INFO");
}

function billedTemplate(world: World, content: unknown): BilledTemplate | null {
  const template = templateOf(world, content);
  if (template === undefined) return null;
  return { category: template.category.toLowerCase(), bid: template.optimization_spec?.bid_amount ?? null };
}

export function categoryOf(world: World, content: unknown): string | null {
  return templateOf(world, content)?.category.toLowerCase() ?? null;
}

function templateOf({ templates }: World, content: unknown) {
  if (!isObject(content) || !isObject(content.language)) return undefined;
  return templates.get(String(content.name), String(content.language.code));
}

async function finish(
  exchange: Exchange,
  call: Accepted,
  recipient: Recipient,
  input: string,
): Promise<Response> {
  const { latencyMs, slowMs } = exchange.world.settings;
  if (recipient.ending === "lost") return hangUp();
  const wait = latencyMs + (recipient.ending === "slow" ? slowMs : 0);
  if (wait > 0) await Bun.sleep(wait);
  const who = call.byUserId ? { user_id: call.to } : { wa_id: named(call) };
  return ok(exchange, {
    messaging_product: "whatsapp",
    contacts: [{ input, ...who }],
    messages: [{ id: call.wamid, message_status: recipient.messageStatus }],
  });
}

/** Whom a message went to, a number in the form in which WhatsApp knows it. */
function named({ to, members }: Accepted): string | null {
  return to === null || members !== null ? to : ownNumber(to);
}

function markRead(exchange: Exchange, phone: Phone, body: unknown): Response {
  if (!readReceipt.is(body)) return refused(exchange, readReceipt.explain(body, ""));
  exchange.world.messageLog.accept({
    ...{
      wamid: body.message_id,
      to: null,
      byUserId: false,
      members: null,
      edge: "messages",
      type: "read",
      asksForNumber: false,
      callback: null,
    },
    ...{ category: null, bill: null, files: [], buttons: [], dropped: false },
    ...{ at: exchange.world.clock.now(), phone },
  });
  return ok(exchange, { success: true });
}
