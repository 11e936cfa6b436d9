import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { findNamed, type Named, type Names } from "../../../db/messages/recipients.ts";
import type { ChannelCache } from "../../channels/cache.ts";
import { providerOf } from "../../channels/platform.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { digitsAt } from "../../http/digits-at.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { Providers } from "../../providers/provider.ts";
import { findByUserName, userNameOf } from "../user-name.ts";
import { bestAddress, noAddress } from "./addresses.ts";
import { refuseGroup } from "./groups.ts";
import { mismatch } from "./refusals.ts";
import type { SendBody } from "./send-body.ts";
import { invalidField, userId } from "./send-fields.ts";

export type RecipientDependencies = { sql: Sql; channels: ChannelCache; providers: Providers };

/** Whom a message goes to. */
export type Recipient = {
  channel: ChannelRow;
  /** The digits of the number; null when it is not known. */
  address: string | null;
  /** In place of the number: a business-scoped user id, `<digits>@lid`, or a group's id. */
  userId: string | null;
  /** The conversation that was named, if one was; accepting checks that it is the one with this recipient. */
  conversationId: string | null;
};

/** A conversation's or a contact's id; anything else can't be one. */
const ID = /^[\w-]+$/;

/**
 * Whom a send names: a number, a user name, a user id, a contact or a conversation, whose channel stands in when none is given.
 * Throws 422 when that is nobody, when it is two people, when they can't be reached on the channel's platform, or when
 * there is no such channel.
 */
export async function recipientOf(
  { sql, channels, providers }: RecipientDependencies,
  caller: Caller,
  body: SendBody,
): Promise<Recipient> {
  const names = namesOf(body);
  const { phone, userName, conversationId } = names;
  // a number says it all: nothing is looked up for it
  if (phone !== null && names.userId === null && names.contactId === null && body.channel_id !== undefined) {
    const channel = await usableChannel(channels, caller, body.channel_id);
    return { channel, address: phone, userId: null, conversationId };
  }
  if (Object.values(names).every((name) => name === null)) throw nobody();
  if (conversationId === null && body.channel_id === undefined) throw invalidField("/channel_id", "required");
  const named = await findNamed(sql, caller.organizationId, names, body.channel_id ?? null);
  requireOnePerson(names, named, caller);
  const channel = await usableChannel(channels, caller, body.channel_id ?? named.channel_id ?? "");
  const platform = providerOf(providers, channel);
  if (userName !== null && named.by_user_name === null) {
    const found = await findByUserName({ sql, providers }, caller, channel, { ...body, name: userName });
    return { channel, ...found, conversationId };
  }
  refuseGroup(platform, channel, names, named);
  const address = bestAddress(platform, names, named);
  if (address === null) throw noAddress(names, named, channel);
  return { channel, ...address, conversationId };
}

/** A channel that the caller may send on; throws 422 when there is none of that id. */
export async function usableChannel(channels: ChannelCache, caller: Caller, id: string): Promise<ChannelRow> {
  const channel = mayUseChannel(caller, id) ? await channels.find(caller.organizationId, id) : null;
  if (channel !== null) return channel;
  throw problem(422, "channel_not_found", "/channel_id: there is no such channel", {
    errors: [{ path: "/channel_id", message: "no such channel" }],
  });
}

function namesOf(body: SendBody): Names {
  const userName = userNameOf(body);
  return {
    phone: userName === null ? numberOf(body) : null,
    userName,
    userId: body.recipient === undefined ? null : userId(body.recipient),
    contactId: idOf(body.contact_id, noContact),
    conversationId: idOf(body.conversation_id, noConversation),
  };
}

function numberOf({ to, to_phone }: SendBody): string | null {
  if (to !== undefined) return digitsAt("/to", to);
  return to_phone === undefined ? null : digitsAt("/to_phone", to_phone);
}

function idOf(id: string | undefined, refusal: () => Problem): string | null {
  if (id === undefined || ID.test(id)) return id ?? null;
  throw refusal();
}

/** Throws 422 unless all names are of one person. A number or user id that nobody has may only stand alone. */
function requireOnePerson(names: Names, named: Named, caller: Caller): void {
  if (names.contactId !== null && named.by_contact === null) throw noContact();
  if (names.conversationId !== null && !(named.channel_id && mayUseChannel(caller, named.channel_id)))
    throw noConversation();
  const given = (
    [
      ["to", names.phone, named.by_phone],
      ["to", names.userName, named.by_user_name],
      ["recipient", names.userId, named.by_user_id],
      ["contact_id", names.contactId, named.by_contact],
      ["conversation_id", names.conversationId, named.by_conversation],
    ] as const
  ).filter(([, name]) => name !== null);
  const [first, ...others] = given;
  const other = others.find(([, , contact]) => contact === null || contact !== first?.[2]);
  if (first !== undefined && other !== undefined) throw mismatch(first[0], other[0]);
}

function noConversation(): Problem {
  return problem(422, "conversation_not_found", "/conversation_id: there is no such conversation", {
    errors: [{ path: "/conversation_id", message: "no such conversation" }],
  });
}

function noContact(): Problem {
  return problem(422, "contact_not_found", "/contact_id: there is no such contact", {
    errors: [{ path: "/contact_id", message: "no such contact" }],
  });
}

function nobody(): Problem {
  return invalidField(
    "/to",
    "required: give a number, a user name, a recipient, a contact_id or a conversation_id",
  );
}
