/** Bodies with a wrong value at each member: the caller's fault in both forms, never the daemon's. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { ADA } from "../providers/whatsapp-web/chat.ts";
import { askerOf, type Site, startSite } from "./site.ts";

setDefaultTimeout(50_000);

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
});
afterAll(() => site.stop());

/** Values that stand where others belong, as JSON. */
const VALUES = [
  ...["null", "true", "-1e308", '"x"', '"\\ud800"', '"\\u0000"', '"__proto__"', '"constructor"', '".."'],
  ...["[]", "[null]", '[{"id":{}}]', '["\\u0000"]', "{}", '{"toString":1}'],
  `${"[".repeat(50)}1${"]".repeat(50)}`,
];

const key = { remoteJid: `${ADA}@s.whatsapp.net`, fromMe: false, id: "3EB0AB", participant: ADA };
const number = ADA;
const row = { title: "One", rowId: "1", description: "first" };
const sections = [{ title: "All", rows: [row] }];
const url = "https://example.com/hook";
const media = { media: "AAAA", mimetype: "image/png", fileName: "a.png", caption: "A" };

/** Calls of Evolution, with each member that they read. */
const EVOLUTION: [string, object][] = [
  ["/message/sendText/home", { number, text: "Hi", linkPreview: true, mentioned: [ADA], quoted: { key } }],
  ["/message/sendText/home", { number, textMessage: { text: "Hi" }, options: { delay: 0 } }],
  ["/message/sendMedia/home", { number, mediatype: "image", ...media }],
  ["/message/sendWhatsAppAudio/home", { number, audio: "AAAA" }],
  ["/message/sendLocation/home", { number, latitude: 1, longitude: 2, name: "Pier", address: "Hamburg" }],
  ["/message/sendContact/home", { number, contact: [{ fullName: "A", wuid: ADA, organization: "E" }] }],
  ["/message/sendReaction/home", { key, reaction: "👍" }],
  ["/message/sendPoll/home", { number, name: "When?", selectableCount: 1, values: ["Mo", "Tu"] }],
  ["/message/sendList/home", { number, title: "A", description: "B", buttonText: "C", sections }],
  [
    "/message/sendButtons/home",
    { number, title: "A", buttons: [{ type: "reply", displayText: "Y", id: "y" }] },
  ],
  ["/message/sendTemplate/home", { number, name: "hello", language: "en", components: [{ type: "body" }] }],
  ["/chat/findMessages/home", { where: { key, messageTimestamp: { gte: 1, lte: 2 } }, page: 1, offset: 5 }],
  ["/chat/findStatusMessage/home", { where: { keyId: "3EB0AB" } }],
  ["/chat/findContacts/home", { where: { remoteJid: ADA } }],
  ["/chat/findChats/home", { where: { remoteJid: ADA }, take: 5 }],
  ["/chat/archiveChat/home", { chat: ADA, archive: true, lastMessage: { key } }],
  ["/chat/getBase64FromMediaMessage/home", { message: { key } }],
  ["/label/handleLabel/home", { number, labelId: "vip", action: "remove" }],
  ["/chat/whatsappNumbers/home", { numbers: [ADA] }],
  ["/webhook/set/home", { webhook: { url, enabled: true, events: ["CALL"], headers: { a: "b" } } }],
  ["/proxy/set/shop", { enabled: true, host: "a", port: 1, protocol: "http", username: "u", password: "p" }],
  ["/settings/set/home", { rejectCall: true, groupsIgnore: false }],
  ["/group/create/home", { subject: "Lunch", description: "At one", participants: [ADA] }],
  ["/group/updateGroupSubject/home", { groupJid: "120363041234567890@g.us", subject: "Lunch" }],
];

const session = "home";
const chatId = `${ADA}@c.us`;
const messageId = `false_${chatId}_3EB0AB`;
const file = { data: "AAAA", mimetype: "image/png", filename: "a.png" };
const message = { title: "A", description: "B", button: "C", footer: "D", sections };

/** Calls of WAHA, likewise. */
const WAHA: [string, object][] = [
  ["/api/sendText", { session, chatId, text: "Hi", reply_to: messageId, mentions: [ADA], linkPreview: true }],
  ["/api/sendImage", { session, chatId, file, caption: "A", convert: false }],
  ["/api/sendLocation", { session, chatId, latitude: 1, longitude: 2, title: "Pier" }],
  [
    "/api/sendPoll",
    { session, chatId, poll: { name: "When?", options: ["Mo", "Tu"], multipleAnswers: true } },
  ],
  ["/api/sendContactVcard", { session, chatId, contacts: [{ vcard: "FN:A\nTEL:1", fullName: "A" }] }],
  ["/api/sendContactVcard", { session, chatId, contacts: [{ fullName: "A", whatsappId: ADA }] }],
  ["/api/sendList", { session, chatId, message }],
  ["/api/forwardMessage", { session, chatId, messageId }],
  ["/api/sendSeen", { session, chatId, messageIds: [messageId] }],
  ["/api/home/presence", { chatId, presence: "typing" }],
  ["/api/home/groups", { name: "Lunch", participants: [{ id: chatId }] }],
  [`/api/home/groups/120363041234567890@g.us/participants/add`, { participants: [{ id: chatId }] }],
];

/** For each place of a body, it with each wrong value there, as JSON. */
function wrongs(body: object): string[][] {
  const whole = JSON.stringify(body);
  const places = [...whole.matchAll(/(?<=[:[,])(?="|\d|true|false|\{|\[)/g)].map(({ index }) => index);
  return places.flatMap((at) => {
    const end = endOf(whole, at);
    const isKey = whole[end] === ":";
    return isKey ? [] : [VALUES.map((value) => whole.slice(0, at) + value + whole.slice(end))];
  });
}

/** Where the JSON value ends that begins at a place. */
function endOf(text: string, at: number): number {
  for (let end = at + 1; end <= text.length; end++)
    try {
      JSON.parse(text.slice(at, end));
      if (!/\d/.test(text[at] ?? "") || !/\d/.test(text[end] ?? "")) return end;
    } catch {}
  return text.length;
}

for (const [prefix, header, calls] of [
  ["/compat/evolution", "apikey", EVOLUTION],
  ["/compat/waha", "x-api-key", WAHA],
] as const)
  test.each(calls)(`${prefix}%s`, async (path, body) => {
    const ask = askerOf(site.daemon.url + prefix, header, site.daemon.key);
    const places = wrongs(body);
    expect(places.length).toBeGreaterThan(1);
    for (const bodies of places) {
      const answers = await Promise.all(bodies.map((wrong) => ask("POST", path, wrong)));
      const broken = answers.map(({ status }) => status).filter((status) => status === 429 || status >= 500);
      expect([bodies[0], broken]).toEqual([bodies[0], []]);
    }
  });
