import { createHash } from "node:crypto";
import type { Sql } from "../../../../db/connection/client.ts";
import { findMessage, findMessageByProviderId, type MessageRow } from "../../../../db/messages/messages.ts";
import { problem } from "../../../http/problem.ts";
import { isObject } from "../../../lib/objects.ts";
import { type Call, messagingProduct } from "../call.ts";
import { type GraphNumber, graphMessageId, ownMessageId } from "../objects.ts";
import { contentOf } from "./content.ts";
import type { Part } from "./translated.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Under which name a message keeps what its sender wants back in webhooks. */
const CALLBACK_DATA = "biz_opaque_callback_data";
const LONGEST_CALLBACK_DATA = 512;
/** Of the API's answer, what says the same in front of it. */
const PASSED_ON = ["idempotent-replayed", "ratelimit", "ratelimit-policy"];

/** `POST {phone_number_id}/messages`: sends a message, or marks one as read. */
export async function sendMessage(call: Call, number: GraphNumber): Promise<object> {
  const { body } = call;
  if (body.status !== undefined) return await markAsRead(call, number);
  const { type, content } = contentOf(body);
  const reply = isObject(body.context) && type !== "reaction" ? body.context.message_id : undefined;
  const to = recipientOf(body);
  const sent = {
    channel_id: number.channelId,
    ...to,
    type,
    content: type === "reaction" ? await reactionTo(call, number, content) : content,
    reply_to: reply === undefined ? undefined : { id: ownMessageId(reply) },
    messaging_account_id: body.messaging_account_id ?? undefined,
    metadata: metadataOf(body),
  };
  const accepted = await post(call, sent);
  const isWaiting = accepted.status === "waiting";
  const shown = isWaiting ? "held_for_quality_assessment" : "accepted";
  return {
    ...messagingProduct,
    contacts: [{ input: to.to ?? to.recipient, ...personOf(accepted) }],
    messages: [
      {
        id: graphMessageId(String(accepted.id)),
        ...(isWaiting || type === "template" ? { message_status: shown } : {}),
      },
    ],
  };
}

function personOf({ to, recipient }: Part): Part {
  return typeof to === "string" ? { wa_id: to } : { user_id: recipient };
}

/** A person by number, or by the id of one who shows none; or a group. */
function recipientOf({ to, recipient, recipient_type = "individual" }: Part): Part {
  const given = to ?? recipient ?? undefined;
  const isNumber =
    given !== undefined && given === to && recipient_type !== "group" && !String(to).includes("@");
  return isNumber ? { to: String(to) } : { recipient: given === undefined ? undefined : String(given) };
}

/** Meta needs no recipient for it, and ours is the conversation of the message. */
async function markAsRead(call: Call, number: GraphNumber): Promise<object> {
  const { status, message_id, typing_indicator } = call.body;
  if (status !== "read") throw problem(422, "invalid_content", "status: expected read");
  const message = await messageOf(call.sql, call, number, ownMessageId(message_id));
  if (message === null)
    throw problem(422, "message_not_found", "message_id: there is no such message on this number");
  await post(call, {
    channel_id: number.channelId,
    conversation_id: message.conversation_id,
    type: "mark_as_read",
    content: { message_id: message.id, typing_indicator: isObject(typing_indicator) || undefined },
  });
  return { success: true };
}

/** A reaction on a paired number has to say whose message it is on. */
async function reactionTo(call: Call, number: GraphNumber, content: Part): Promise<Part> {
  const message = await messageOf(call.sql, call, number, content.message_id);
  return message === null ? content : { ...content, from_me: message.direction === "outbound" };
}

async function messageOf(
  sql: Sql,
  { caller: { organizationId } }: Call,
  { channelId }: GraphNumber,
  id: unknown,
): Promise<MessageRow | null> {
  if (typeof id !== "string" || id === "") return null;
  if (!UUID.test(id)) return await findMessageByProviderId(sql, organizationId, channelId, id);
  const message = await findMessage(sql, organizationId, id);
  return message?.channel_id === channelId ? message : null;
}

async function post(call: Call, sent: object): Promise<Part> {
  const key = keyOf(call);
  const headers = key === null ? {} : { "idempotency-key": key };
  const response = await call.api.ask("POST", "/v1/messages", { body: sent, headers });
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) call.set.headers[name] = value;
  }
  return (await response.json()) as Part;
}

/**
 * The key of a request's idempotency. Without one in the header, the same data for the callback with the same body is
 * the same request; with another body it is not, as for the messages of one campaign.
 */
function keyOf({ request, body }: Call): string | null {
  const given = request.headers.get("idempotency-key");
  if (given !== null || (body[CALLBACK_DATA] ?? undefined) === undefined) return given;
  return `graph ${createHash("sha256").update(JSON.stringify(body)).digest("base64url")}`;
}

function metadataOf({ [CALLBACK_DATA]: data }: Part): Part | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data === "string" && Buffer.byteLength(data) <= LONGEST_CALLBACK_DATA)
    return { [CALLBACK_DATA]: data };
  throw problem(
    422,
    "invalid_request",
    `${CALLBACK_DATA}: expected a text of at most ${LONGEST_CALLBACK_DATA} bytes`,
  );
}
