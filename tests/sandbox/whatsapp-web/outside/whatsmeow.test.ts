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

test.skipIf(isMissing)("the phone tells it the name of its account", async () => {
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

test.skipIf(isMissing)("what it sends arrives, once, as it was", async () => {
  const texts = numbered("text");
  for (const text of texts) {
    client.order({ to: ADA, text });
    client.order({ to: ADA, text: `picture ${text}`, picture: PNG });
  }
  const shown = await eventually("everything on the phone", async () => {
    const found = control()
      .messages(ADA)
      .filter(({ file, kind }) => kind === "text" || file !== null);
    return found.length >= 2 * MANY ? found : null;
  });
  expect(client.told.filter(({ event }) => event === "failed")).toEqual([]);
  expect(shown.map(({ text }) => text)).toEqual(texts.flatMap((text) => [text, `picture ${text}`]));
  expect(shown.every(({ copies, unreadable }) => copies === 1 && unreadable === 0)).toBe(true);
  expect(shown.filter(({ file }) => file !== null && "problem" in file)).toEqual([]);
  await eventually("receipts for all", async () => {
    const read = client.told.filter(({ event, type }) => event === "receipt" && type === "read");
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
    const before = client.told.filter(({ event }) => event === "message");
    await client.stop();
    for (const text of texts.slice(MANY / 2)) await say(text);
    if ("missing" in built) return;
    client = await startWhatsmeow(built.path, web, folder);
    await client.until("caught_up");
    await client.until("message", ({ text }) => text === `picture ${texts.at(-1)}`);
    const heard = [...before, ...client.told].filter(
      ({ event, chat }) => event === "message" && !chat.startsWith(NUMBER),
    );
    expect(heard.map(({ text }) => text)).toEqual(texts.flatMap((text) => [text, `picture ${text}`]));
    expect(new Set(heard.map(({ sha256 }) => sha256)).size).toBe(2);
    expect(heard.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(client.told.filter(({ event }) => event === "undecryptable")).toEqual([]);
  },
);

test.skipIf(isMissing)("a ban says why, and for how long", async () => {
  if ("missing" in built) return;
  await client.stop();
  web.control.fault({ fault: "402", at: "login" });
  client = await startWhatsmeow(built.path, web, folder);
  expect(await client.until("banned")).toMatchObject({ code: 101, seconds: 3600 });
});
