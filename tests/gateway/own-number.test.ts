/** Whose login it is: a number is known in all the forms that WhatsApp has for it, and taken for no other. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountOf, isAnother, nameOf } from "../../daemon/gateway/number/own-number.ts";
import { identityOf } from "../../daemon/providers/whatsapp-web/connection/live-session.ts";
import { type Library, openLibrary } from "../../daemon/providers/whatsapp-web/library/library.ts";
import { type GatewaySite, NUMBER, startGatewaySite } from "./site.ts";

const LID = "123456789012345@lid";
const CHANNEL = { number: NUMBER, otherForm: null, lid: LID };

let site: GatewaySite;
let library: Library;
beforeAll(async () => {
  site = await startGatewaySite();
  site.gateway();
  library = await openLibrary();
});
afterAll(() => site.stop());

/** The account of a login, as Baileys keeps what WhatsApp said of it. */
const login = (id: string, lid?: string) =>
  accountOf(identityOf(library, { me: { id, ...(lid === undefined ? {} : { lid }) }, account: {} })) ?? {
    phone: "",
    lid: "",
  };

test.each([
  ["a phone", `${NUMBER}:7@s.whatsapp.net`, `123456789012345:7@lid`],
  ["a phone that has moved to another LID", `${NUMBER}:7@s.whatsapp.net`, "99999:7@lid"],
  ["a phone without a LID yet", `${NUMBER}:7@s.whatsapp.net`, undefined],
  ["a business account that Meta hosts", `${NUMBER}:99@hosted`, undefined],
  ["an account that is named by its LID alone", "123456789012345:7@lid", undefined],
  ["the same, hosted", "123456789012345:99@hosted.lid", undefined],
])("%s is the channel's own", (_, id, lid) => {
  expect(isAnother(CHANNEL, login(id, lid))).toBeFalse();
});

test.each([
  ["another number", "15557010077:1@s.whatsapp.net", "99999:1@lid"],
  ["another number that has the LID of the first", "15557010077:1@s.whatsapp.net", "123456789012345:1@lid"],
  ["a LID that is not known", "99999:1@lid", undefined],
])("%s is another", (_, id, lid) => {
  expect(isAnother(CHANNEL, login(id, lid))).toBeTrue();
});

test("a LID is no number, and a channel without a number takes any", () => {
  expect(login("99999:1@lid")).toEqual({ phone: null, lid: "99999@lid" });
  expect(nameOf(login("99999:1@lid"))).toBe("99999@lid");
  expect(isAnother({ number: null, otherForm: null, lid: null }, login("99999:1@lid"))).toBeFalse();
  expect(isAnother({ number: null, otherForm: null, lid: LID }, login("99999:1@lid"))).toBeTrue();
});

test("a number that WhatsApp writes in its other form now is the same", async () => {
  const channelId = await site.newChannel();
  await site.pair(channelId, "5511987654321");
  await site.disconnect(channelId, "logout");
  await site.untilStatus(channelId, "logged_out");
  await site.sql`update channels set phone_number = '+551187654321' where id = ${channelId}`;
  await site.pair(channelId, "5511987654321");
  const { channel } = await site.until(channelId, () => true);
  expect(channel.offered_number).toBeNull();
});
