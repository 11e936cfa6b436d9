/** Messages of kinds without a type of ours keep what one needs to work with them. */
import { expect, test } from "bun:test";
import { proto } from "baileys";
import { readContent } from "../../../daemon/providers/whatsapp-web/receive/content.ts";

const SECONDS = 1_800_000_000;
const AT = new Date(SECONDS * 1000).toISOString();

test.each<[proto.IMessage, object]>([
  [
    {
      productMessage: {
        product: {
          productId: "7",
          retailerId: "sku-7",
          title: "Lamp",
          priceAmount1000: 19_990,
          currencyCode: "EUR",
        },
        businessOwnerJid: "4917@s.whatsapp.net",
      },
    },
    {
      product: {
        ...{ product_id: "7", product_retailer_id: "sku-7", title: "Lamp", currency: "EUR", price: 19.99 },
        seller: "4917@s.whatsapp.net",
      },
    },
  ],
  [
    {
      groupInviteMessage: {
        groupJid: "1@g.us",
        inviteCode: "abc",
        groupName: "Chess",
        inviteExpiration: SECONDS,
      },
    },
    { group_invite: { group_id: "1@g.us", code: "abc", subject: "Chess", expires_at: AT } },
  ],
  [
    { scheduledCallCreationMessage: { title: "Plans", scheduledTimestampMs: SECONDS * 1000, callType: 2 } },
    { scheduled_call: { title: "Plans", at: AT, video: true } },
  ],
  [
    { scheduledCallEditMessage: { key: { id: "A" }, editType: 1 } },
    { scheduled_call: { message_id: "A", cancelled: true } },
  ],
  [
    {
      eventMessage: {
        ...{ name: "Talk", startTime: SECONDS, endTime: SECONDS, joinLink: "https://call.example.com/x" },
        ...{ isScheduleCall: true, location: { name: "Online" } },
      },
    },
    {
      event: {
        ...{
          name: "Talk",
          starts_at: AT,
          ends_at: AT,
          join_link: "https://call.example.com/x",
          place: "Online",
        },
        ...{ call: true, cancelled: false },
      },
    },
  ],
  [
    {
      stickerPackMessage: {
        ...{ stickerPackId: "p", name: "Cats", publisher: "Ada", packDescription: "All of them" },
        stickers: [{ emojis: ["🐈"], isAnimated: true }],
      },
    },
    {
      sticker_pack: {
        ...{ id: "p", name: "Cats", publisher: "Ada", description: "All of them" },
        stickers: [{ emojis: ["🐈"], animated: true }],
      },
    },
  ],
  [
    {
      newsletterAdminInviteMessage: {
        newsletterJid: "1@newsletter",
        newsletterName: "News",
        inviteExpiration: SECONDS,
      },
    },
    { channel_invite: { channel_id: "1@newsletter", name: "News", role: "admin", expires_at: AT } },
  ],
  [
    { newsletterFollowerInviteMessageV2: { newsletterJid: "1@newsletter", newsletterName: "News" } },
    { channel_invite: { channel_id: "1@newsletter", name: "News", role: "follower" } },
  ],
  [
    {
      callLogMesssage: {
        ...{ isVideo: true, callOutcome: 1, durationSecs: 12 },
        participants: [{ jid: "4917@s.whatsapp.net", callOutcome: 3 }],
      },
    },
    {
      call_log: {
        ...{ video: true, outcome: "missed", seconds: 12 },
        people: [{ address: "4917@s.whatsapp.net", outcome: "rejected" }],
      },
    },
  ],
])("%j", (given, kept) => {
  // as it comes: numbers beyond 32 bits are no numbers of JavaScript then
  const message = proto.Message.decode(proto.Message.encode(given).finish());
  expect(readContent(message)).toMatchObject({ type: "unsupported", content: kept });
});

test("times that no calendar has, and what is not there, are left out", () => {
  const groupInviteMessage = { groupName: "Chess", inviteExpiration: Number.MAX_SAFE_INTEGER };
  expect(readContent({ groupInviteMessage })?.content.group_invite).toEqual({ subject: "Chess" });
  expect(readContent({ productMessage: {} })?.content.product).toEqual({});
});

test("a list that never ends is cut", () => {
  const stickerPackMessage = { stickers: Array.from({ length: 5000 }, () => ({ emojis: ["🐈"] })) };
  expect(JSON.stringify(readContent({ stickerPackMessage })).match(/🐈/g)).toHaveLength(200);
});
