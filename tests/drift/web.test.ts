/** What WhatsApp Web sends that nobody reads is named: stanzas, kinds of messages, codes of closed connections. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { BinaryNode } from "baileys";
import { ADA, type Chat, NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";
import { drifted, named } from "./support.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
  chat.plantsStrangers();
});
afterAll(() => chat.stop());

/** Has WhatsApp's server send a stanza to the paired number. */
function plant(stanza: BinaryNode): void {
  const [device] = chat.switchboard().account(NUMBER).devices.values();
  if (device === undefined) throw new Error("nothing is paired");
  chat.switchboard().push(device, stanza);
}

test("what the sandbox sends has no name", async () => {
  await chat.sent("text", { body: "Hello" }, "read");
  for (const kind of ["text", "image", "voice", "location", "contact", "poll", "reaction"])
    await chat
      .people()
      .send(ADA, { kind, content: {}, to: NUMBER })
      .catch(() => null);
  await chat.receive("text", { body: "the last" });
  plant({ tag: "notification", attrs: { id: "n0", from: "s.whatsapp.net", type: "first_planted" } });
  await drifted(chat.daemon, "stanza", "notification@type=first_planted");
  expect(await named(chat.daemon, "stanza")).toEqual(["notification@type=first_planted"]);
  expect(await named(chat.daemon, "close_code")).toEqual([]);
});

test("planted stanzas, parts and kinds of messages are named once, and nothing of them is kept", async () => {
  const secret = "491700000001@s.whatsapp.net";
  for (const n of [1, 2]) {
    plant({
      tag: "notification",
      attrs: { id: `n${n}`, from: "s.whatsapp.net", type: "passkey_successor", [secret]: secret },
      content: [{ tag: "planted_part", attrs: { words: "Ada's secret" }, content: "Ada's secret" }],
    });
    plant({ tag: "receipt", attrs: { id: `r${n}`, from: secret, type: "smelled" } });
    await chat.receive("unsupported");
  }
  const planted = [
    ...["notification@type=passkey_successor", "notification.planted_part", "notification@?"],
    ...["receipt@type=smelled", "message.kind=?"],
  ];
  for (const shape of planted) await drifted(chat.daemon, "stanza", shape);
  const shapes = await named(chat.daemon, "stanza");
  expect(shapes.filter((shape) => planted.includes(shape)).sort()).toEqual([...planted].sort());
  const rows = await chat.daemon.sql<{ row: string }[]>`select drift::text as row from drift`;
  expect(rows.filter(({ row }) => /Ada|secret|4917|5557/.test(row))).toEqual([]);
});

test("a code that nobody knows is named", async () => {
  plant({ tag: "stream:error", attrs: { code: "477" } });
  await drifted(chat.daemon, "close_code", "477");
});
