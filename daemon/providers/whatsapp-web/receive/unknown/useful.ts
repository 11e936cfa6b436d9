import type { proto } from "baileys";
import { type Json, present } from "../../../cloud-api/inbound/values.ts";

type KindName = keyof proto.IMessage & string;

/** Members of a list that are kept: as many as WhatsApp's own apps make, and then some. */
const MOST_LISTED = 200;

/** What one needs to work with a message of a kind without a type of ours, beside its words. */
const USEFUL: { [Name in KindName]?: (message: proto.IMessage) => Json } = {
  productMessage: ({ productMessage }) => ({ product: productOf(productMessage ?? {}) }),
  groupInviteMessage: ({ groupInviteMessage: invite }) => ({
    group_invite: present({
      group_id: invite?.groupJid,
      code: invite?.inviteCode,
      subject: invite?.groupName,
      expires_at: isoOf(invite?.inviteExpiration, 1000),
    }),
  }),
  scheduledCallCreationMessage: ({ scheduledCallCreationMessage: call }) => ({
    scheduled_call: present({
      title: call?.title,
      at: isoOf(call?.scheduledTimestampMs, 1),
      video: call?.callType === VIDEO,
    }),
  }),
  scheduledCallEditMessage: ({ scheduledCallEditMessage: change }) => ({
    scheduled_call: present({ message_id: change?.key?.id, cancelled: change?.editType === CANCELLED }),
  }),
  eventMessage: ({ eventMessage }) => ({ event: eventOf(eventMessage ?? {}) }),
  stickerPackMessage: ({ stickerPackMessage }) => ({ sticker_pack: packOf(stickerPackMessage ?? {}) }),
  newsletterAdminInviteMessage: ({ newsletterAdminInviteMessage: invite }) =>
    channelInvite("admin", invite ?? {}),
  newsletterFollowerInviteMessageV2: ({ newsletterFollowerInviteMessageV2: invite }) =>
    channelInvite("follower", invite ?? {}),
  callLogMesssage: ({ callLogMesssage }) => ({ call_log: callLogOf(callLogMesssage ?? {}) }),
};

/** The useful members of a kind; none of one that is not known. */
export function usefulIn(name: string, message: proto.IMessage): Json {
  return Object.hasOwn(USEFUL, name) ? (USEFUL[name as KindName]?.(message) ?? {}) : {};
}

/** `CallType.VIDEO` and `EditType.CANCEL` of WhatsApp's protocol. */
const VIDEO = 2;
const CANCELLED = 1;

/** Prices are in thousandths. */
function productOf({ product, businessOwnerJid, catalog }: proto.Message.IProductMessage): Json {
  return present({
    product_id: product?.productId,
    product_retailer_id: product?.retailerId,
    title: product?.title,
    description: product?.description,
    url: product?.url,
    currency: product?.currencyCode,
    price: numberOf(product?.priceAmount1000, 1000),
    sale_price: numberOf(product?.salePriceAmount1000, 1000),
    seller: businessOwnerJid,
    catalog: catalog?.title,
  });
}

function eventOf(event: proto.Message.IEventMessage): Json {
  return present({
    name: event.name,
    starts_at: isoOf(event.startTime, 1000),
    ends_at: isoOf(event.endTime, 1000),
    join_link: event.joinLink,
    place: event.location?.name || event.location?.address,
    call: event.isScheduleCall === true,
    cancelled: event.isCanceled === true,
  });
}

function packOf(pack: proto.Message.IStickerPackMessage): Json {
  const stickers = (pack.stickers ?? []).slice(0, MOST_LISTED);
  return present({
    id: pack.stickerPackId,
    name: pack.name,
    publisher: pack.publisher,
    description: pack.packDescription,
    stickers: stickers.map(({ emojis, isAnimated }) => ({
      emojis: emojis ?? [],
      animated: isAnimated === true,
    })),
  });
}

type ChannelInvite = Pick<proto.Message.INewsletterAdminInviteMessage, "newsletterJid" | "newsletterName"> & {
  inviteExpiration?: proto.Message.INewsletterAdminInviteMessage["inviteExpiration"];
};

function channelInvite(role: "admin" | "follower", invite: ChannelInvite): Json {
  const { newsletterJid: channel_id, newsletterName: name, inviteExpiration } = invite;
  return { channel_invite: present({ channel_id, name, role, expires_at: isoOf(inviteExpiration, 1000) }) };
}

/** `CallOutcome` of WhatsApp's protocol, by its numbers. */
const OUTCOMES = [
  ...["taken", "missed", "failed", "rejected", "taken_elsewhere", "ongoing"],
  ...["silenced", "silenced"],
];

function callLogOf(log: proto.Message.ICallLogMessage): Json {
  const people = (log.participants ?? []).slice(0, MOST_LISTED);
  return present({
    video: log.isVideo === true,
    outcome: OUTCOMES[log.callOutcome ?? 0],
    seconds: numberOf(log.durationSecs, 1),
    people: people.map(({ jid, callOutcome }) =>
      present({ address: jid, outcome: OUTCOMES[callOutcome ?? 0] }),
    ),
  });
}

type Count = Parameters<typeof Number>[0];

/** A count of parts as a number of wholes; null where it was not given or is none. */
function numberOf(given: Count, parts: number): number | null {
  const value = Number(given ?? Number.NaN) / parts;
  return Number.isFinite(value) ? value : null;
}

/** A time since 1970 in units of so many milliseconds; null where it was not given, or no calendar has it. */
function isoOf(given: Count, unitMs: number): string | null {
  const milliseconds = Number(given ?? 0) * unitMs;
  const at = new Date(milliseconds);
  return milliseconds > 0 && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}
