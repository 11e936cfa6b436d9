/** The sandbox as a client sees it that is none of ours: whatsmeow pairs, sends and receives, and loses nothing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createPeople, type SandboxPeople } from "../../../../daemon/sandbox/whatsapp-web/people/people.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { eventually } from "../../../support/until.ts";
import { buildWhatsmeow, startWhatsmeow, type Whatsmeow } from "./whatsmeow.ts";

const NUMBER = "15557010009";
const ADA = "491700000001";
const LISA = "491700000002";
const SHY = "15550001816";
const MANY = 100;
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const built = await buildWhatsmeow();
const isMissing = "missing" in built;
if (isMissing) process.stdout.write(`The sandbox is not shown to whatsmeow: ${built.missing}.\n`);

let people: SandboxPeople | null = null;
let web: WhatsAppWebSandbox;
let client: Whatsmeow;
const folder = temporaryFolder("whatsmeow-login");
beforeAll(async () => {
  if ("missing" in built) return;
  web = await startWhatsAppWebSandbox({
    async createPeople(given) {
      people = await createPeople(given);
      return people;
    },
  });
  client = await startWhatsmeow(built.path, web, folder);
});
afterAll(async () => {
  await client?.stop();
  await web?.stop();
});

const control = () => {
  if (people === null) throw new Error("there are no people");
  return people.control;
};
const numbered = (what: string) => Array.from({ length: MANY }, (_, n) => `${what} ${n}`);

test.skipIf(isMissing)("it pairs, and logs in", async () => {
  const { code } = await client.until("pairing", ({ is }) => is === "code");
  await web.control.scan(NUMBER, code);
  await client.until("connected", ({ id }) => id.startsWith(NUMBER));
});

test.skipIf(isMissing)("it learns the name of its account from the phone", async () => {
  const { name } = await client.until("named");
  expect(name).toBe(people?.profile(NUMBER).pushName);
});

test.skipIf(isMissing)("its other questions have answers", async () => {
  control().setBusiness(ADA, { verifiedName: "Ada's", email: "ada@example.com" });
  client.order({ ask: "business", to: ADA });
  client.order({ ask: "channels" });
  client.order({ ask: "contact code" });
  const business = await client.until("answer", ({ about }) => about === "business");
  expect(business).toMatchObject({ jid: `${ADA}@s.whatsapp.net`, email: "ada@example.com" });
  const channels = await client.until("answer", ({ about }) => about === "channels");
  expect(channels).toEqual({ event: "answer", about: "channels", count: 0 });
  const { code } = await client.until("answer", ({ about }) => about === "contact code");
  client.order({ ask: "whose code", text: code });
  const whose = await client.until("answer", ({ about }) => about === "whose code");
  expect(whose).toMatchObject({ jid: `${NUMBER}@s.whatsapp.net` });
  client.order({ ask: "contact code", text: "new" });
  await client.until("answer", ({ about, code: next }) => about === "contact code" && next !== code);
  client.order({ ask: "whose code", text: code });
  const refused = await client.until("answer", ({ error }) => error !== undefined);
  expect(refused.error).toContain("has been revoked");
});

test.skipIf(isMissing)("a person's business profile has an address, and nothing else", async () => {
  client.order({ ask: "business", to: LISA });
  const profile = await client.until("answer", ({ jid }) => jid?.startsWith(LISA) === true);
  expect(profile).toEqual({ event: "answer", about: "business", jid: `${LISA}@s.whatsapp.net`, email: "" });
});

test.skipIf(isMissing)("it reads what a person says about themselves, as WhatsApp Web does", async () => {
  client.order({ ask: "about", to: ADA });
  const { users } = await client.until("answer", ({ about }) => about === "about");
  const text = people?.profile(ADA).about?.text;
  expect(text).toContain("WhatsApp");
  expect(users.xwa2_fetch_wa_users).toMatchObject([
    { jid: `${ADA}@s.whatsapp.net`, about_status_info: { __typename: "XWA2AboutStatus", text } },
  ]);
});

/** The phone's message with these words, once it is there. */
const onPhone = (number: string, words: string) =>
  eventually(`${words} on the phone of ${number}`, async () =>
    control()
      .messages(number)
      .find(({ text }) => text === words),
  );

test.skipIf(isMissing)("groups: it makes one, is notified of others, writes and hears in them", async () => {
  client.order({ ask: "new group", text: "Boats", members: [ADA, LISA] });
  const { group, error } = await client.until("answer", ({ about }) => about === "new group");
  expect(error).toBeUndefined();
  expect(group).toMatch(/^\d+@g\.us$/);
  client.order({ ask: "group", to: group });
  const found = await client.until("answer", ({ about }) => about === "group");
  expect(found).toEqual({ event: "answer", about: "group", group, name: "Boats", members: 3 });
  client.order({ to: group, text: "Ahoy" });
  const ahoy = await onPhone(ADA, "Ahoy");
  expect(ahoy).toMatchObject({ chat: group, copies: 1, unreadable: 0 });
  client.order({ to: group, react: ahoy.id, text: "⛵" });
  await eventually("the reaction", async () => (await onPhone(LISA, "Ahoy")).reactions[NUMBER] === "⛵");
  client.order({ to: group, text: "Sail?", options: ["Yes", "No"] });
  const poll = await onPhone(LISA, "Sail?");
  await control().send(LISA, {
    kind: "poll_vote",
    content: { message_id: poll.id, options: ["Yes"] },
    to: group,
  });
  expect(await client.until("message", ({ votes }) => votes === poll.id)).toMatchObject({
    count: 1,
    chat: group,
  });
  await control().send(ADA, { kind: "text", content: { body: "Aye" }, to: group });
  expect(await client.until("message", ({ text }) => text === "Aye")).toMatchObject({ chat: group });
  const { id: other } = control().createGroup(ADA, "Oars", [NUMBER]);
  expect(await client.until("joined", ({ name }) => name === "Oars")).toMatchObject({ group: other });
  expect(client.events.filter(({ event }) => event === "failed" || event === "undecryptable")).toEqual([]);
});

test.skipIf(isMissing)("calls: it hears them, rejects them, and a caller may hide the number", async () => {
  const ring = { ringMs: 20_000, video: false, outcome: "missed" } as const;
  const { id, outcome } = await control().call(ADA, NUMBER, ring);
  expect(outcome).toBe("rejected");
  const call = await client.until("call", (event) => event.id === id);
  expect(call.from).toMatch(/@lid$/);
  expect(call.number).toBe(`${ADA}@s.whatsapp.net`);
  const hidden = await control().call(SHY, NUMBER, ring);
  expect((await client.until("call", (event) => event.id === hidden.id)).number).toBe("");
});

test.skipIf(isMissing)("edits, reactions and votes, sealed and plain, in both directions", async () => {
  client.order({ to: ADA, text: "At nine" });
  const { id } = await onPhone(ADA, "At nine");
  client.order({ to: ADA, edit: id, text: "At ten" });
  await eventually("the edit", async () => (await onPhone(ADA, "At nine")).edits.includes("At ten"));
  for (const sealed of [true, false]) {
    const body = `Before ${sealed}`;
    const message_id = await control().send(ADA, { kind: "text", content: { body }, to: NUMBER });
    await client.until("message", ({ text }) => text === body);
    const content = { message_id, body: `After ${sealed}`, sealed };
    await control().send(ADA, { kind: "edit", content, to: NUMBER });
    const edited = await client.until("message", ({ edits }) => edits === message_id);
    expect(edited).toMatchObject({ text: `After ${sealed}` });
    expect(edited.error).toBeUndefined();
    await control().send(ADA, { kind: "reaction", content: { message_id, emoji: "🎉", sealed }, to: NUMBER });
    const reaction = await client.until("message", ({ reacts }) => reacts === message_id);
    expect(reaction).toMatchObject({ text: "🎉" });
    expect(reaction.error).toBeUndefined();
  }
  client.order({ to: ADA, text: "Tea?", options: ["Yes", "No"] });
  const poll = await onPhone(ADA, "Tea?");
  await control().send(ADA, {
    kind: "poll_vote",
    content: { message_id: poll.id, options: ["No"] },
    to: NUMBER,
  });
  const vote = await client.until("message", ({ votes }) => votes === poll.id);
  expect([vote.count, vote.error]).toEqual([1, undefined]);
  await control().send(ADA, { kind: "poll", content: { question: "Cake?" }, to: NUMBER });
  expect(await client.until("message", ({ poll: options }) => options === 2)).toMatchObject({
    text: "Cake?",
  });
});

test.skipIf(isMissing)("what it sends arrives, once, as it was", async () => {
  const texts = numbered("text");
  for (const text of texts) {
    client.order({ to: ADA, text });
    client.order({ to: ADA, text: `picture ${text}`, picture: PNG });
  }
  const shown = await eventually("everything on the phone", async () => {
    const found = control()
      .messages(ADA)
      .filter(({ text }) => /^(picture )?text \d+$/.test(text ?? ""));
    return found.length >= 2 * MANY ? found : null;
  });
  expect(client.events.filter(({ event }) => event === "failed")).toEqual([]);
  expect(shown.map(({ text }) => text)).toEqual(texts.flatMap((text) => [text, `picture ${text}`]));
  expect(shown.every(({ copies, unreadable }) => copies === 1 && unreadable === 0)).toBe(true);
  expect(shown.filter(({ file }) => file !== null && "problem" in file)).toEqual([]);
  await eventually("receipts for all", async () => {
    const read = client.events.filter(({ event, type }) => event === "receipt" && type === "read");
    return new Set(read.flatMap(({ ids }) => ids)).size >= 2 * MANY ? true : null;
  });
});

test.skipIf(isMissing)(
  "what people write comes to it, once, in order, also what was written while it was away",
  async () => {
    const say = async (text: string) => {
      await control().send(ADA, { kind: "text", content: { body: text }, to: NUMBER });
      await control().send(ADA, {
        kind: "image",
        content: { caption: `picture ${text}`, base64: PNG },
        to: NUMBER,
      });
    };
    const texts = numbered("answer");
    for (const text of texts.slice(0, MANY / 2)) await say(text);
    await client.until("message", ({ text }) => text === `picture ${texts[MANY / 2 - 1]}`);
    const before = client.events.filter(({ event }) => event === "message");
    await client.stop();
    for (const text of texts.slice(MANY / 2)) await say(text);
    if ("missing" in built) return;
    client = await startWhatsmeow(built.path, web, folder);
    await client.until("caught_up");
    await client.until("message", ({ text }) => text === `picture ${texts.at(-1)}`);
    const heard = [...before, ...client.events].filter(
      ({ event, text }) => event === "message" && /^(picture )?answer \d+$/.test(text),
    );
    expect(heard.map(({ text }) => text)).toEqual(texts.flatMap((text) => [text, `picture ${text}`]));
    expect(new Set(heard.map(({ sha256 }) => sha256)).size).toBe(2);
    expect(heard.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(client.events.filter(({ event }) => event === "undecryptable")).toEqual([]);
  },
);

test.skipIf(isMissing)("a ban says why, and for how long", async () => {
  if ("missing" in built) return;
  await client.stop();
  web.control.fault({ fault: "402", at: "login" });
  client = await startWhatsmeow(built.path, web, folder);
  expect(await client.until("banned")).toMatchObject({ code: 101, seconds: 3600 });
});
