import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { type ConversationRecipient, recipientOfConversation } from "../../../db/messages/recipients.ts";
import type { ChannelCache } from "../../channels/cache.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { SendBody } from "./send-body.ts";
import { invalidField, recipient } from "./send-fields.ts";

export type RecipientDependencies = { sql: Sql; channels: ChannelCache };

/** Whom a message goes to. */
export type Recipient = {
  channel: ChannelRow;
  /** The digits of the number. */
  address: string;
  /** The conversation that was named, if one was; accepting checks that it is the one with this recipient. */
  conversationId: string | null;
};

/** A conversation's id; anything else can't be one. */
const CONVERSATION_ID = /^[\w-]+$/;

/**
 * Whom a send names: a number, or a conversation, whose number and channel stand in for those that are not given.
 * Throws 422 when that is nobody, or when there is no such channel.
 */
export async function recipientOf(
  { sql, channels }: RecipientDependencies,
  caller: Caller,
  body: SendBody,
): Promise<Recipient> {
  const conversationId = conversationOf(body);
  const number = numberOf(body);
  if (number !== null && body.channel_id !== undefined) {
    const channel = await usableChannel(channels, caller, body.channel_id);
    return { channel, address: number, conversationId };
  }
  if (conversationId === null) throw number === null ? nobody() : invalidField("/channel_id", "required");
  const found = await conversationRecipient(sql, caller, conversationId);
  const channel = await usableChannel(channels, caller, body.channel_id ?? found.channel_id);
  const address = number ?? found.phone;
  if (address === null) throw noAddress();
  return { channel, address, conversationId };
}

/** A channel that the caller may send on; throws 422 when there is none of that id. */
export async function usableChannel(channels: ChannelCache, caller: Caller, id: string): Promise<ChannelRow> {
  const channel = mayUseChannel(caller, id) ? await channels.find(caller.organizationId, id) : null;
  if (channel !== null) return channel;
  throw problem(422, "channel_not_found", "/channel_id: there is no such channel", {
    errors: [{ path: "/channel_id", message: "no such channel" }],
  });
}

function numberOf({ to, to_phone }: SendBody): string | null {
  if (to !== undefined) return recipient(to, "/to");
  return to_phone === undefined ? null : recipient(to_phone, "/to_phone");
}

function conversationOf({ conversation_id: id }: SendBody): string | null {
  if (id === undefined || CONVERSATION_ID.test(id)) return id ?? null;
  throw noConversation();
}

async function conversationRecipient(sql: Sql, caller: Caller, id: string): Promise<ConversationRecipient> {
  const found = await recipientOfConversation(sql, caller.organizationId, id);
  if (found === null || !mayUseChannel(caller, found.channel_id)) throw noConversation();
  return found;
}

function noConversation(): Problem {
  return problem(422, "conversation_not_found", "/conversation_id: there is no such conversation", {
    errors: [{ path: "/conversation_id", message: "no such conversation" }],
  });
}

function nobody(): Problem {
  return invalidField("/to", "required: give a number, or a conversation_id");
}

function noAddress(): Problem {
  const message = "no phone number is known of the contact of this conversation";
  return problem(422, "no_address", `/conversation_id: ${message}`, {
    errors: [{ path: "/conversation_id", message }],
  });
}
