/** The parts of the unofficial provider that need nobody else. */
import { describe, expect, test } from "bun:test";
import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import * as baileys from "baileys";
import { readContent } from "../../../daemon/providers/whatsapp-web/receive/content.ts";
import { decipherer } from "../../../daemon/providers/whatsapp-web/receive/decipher.ts";
import { identityOf, personOf } from "../../../daemon/providers/whatsapp-web/receive/person.ts";
import { readReceipt } from "../../../daemon/providers/whatsapp-web/receive/receipts.ts";
import { createRetryingQueue } from "../../../daemon/providers/whatsapp-web/receive/retrying-queue.ts";
import { createAcks } from "../../../daemon/providers/whatsapp-web/send/acks.ts";
import { isAnimated } from "../../../daemon/providers/whatsapp-web/send/content.ts";
import { failureOf, refusedBy } from "../../../daemon/providers/whatsapp-web/send/errors.ts";
import { whatsappWebMessageId } from "../../../daemon/providers/whatsapp-web/send/message-id.ts";

describe("ids", () => {
  test("a message has the same id each time, in WhatsApp Web's form", () => {
    const id = whatsappWebMessageId("01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11");
    expect(id).toMatch(/^3EB0[0-9A-F]{18}$/);
    expect(baileys.getDevice(id)).toBe("web");
    expect(whatsappWebMessageId("01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11")).toBe(id);
    expect(whatsappWebMessageId("01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12")).not.toBe(id);
  });
});

describe("receipts", () => {
  const receipt = (attrs: Record<string, string>, content?: baileys.BinaryNode[]) =>
    readReceipt({
      tag: "receipt",
      attrs: { id: "A", from: "491700000001@s.whatsapp.net", t: "1795253401", ...attrs },
      ...(content === undefined ? {} : { content }),
    }).map(({ providerMessageId, status }) => `${providerMessageId} ${status}`);

  test.each([
    [{}, ["A delivered"]],
    [{ type: "read" }, ["A read"]],
    [{ type: "played" }, ["A played"]],
    [{ type: "sender", recipient: "491700000001@s.whatsapp.net" }, ["A sent"]],
    [{ type: "read", recipient: "491700000001@s.whatsapp.net" }, []],
    [{ type: "retry" }, []],
    [{ type: "inactive" }, []],
    [{ type: "server-error" }, []],
    [{ from: "1203630@g.us", participant: "491700000001@s.whatsapp.net" }, ["A delivered"]],
    [{ from: "1203630@newsletter" }, []],
  ])("%o means %o", (attrs, expected) => {
    expect(receipt(attrs as Record<string, string>)).toEqual(expected);
  });

  test("one receipt can be for several messages", () => {
    const item = (id: string) => ({ tag: "item", attrs: { id } });
    const list = { tag: "list", attrs: {}, content: [item("B"), item("C")] };
    expect(receipt({ type: "read" }, [list])).toEqual(["A read", "B read", "C read"]);
  });
});

describe("errors", () => {
  test.each([
    ["463", "failed", "reachout_restricted"],
    ["479", "failed", "stanza_rejected"],
    ["429", "retry", "rate_limited"],
    ["487", "failed", "provider_rejected"],
  ])("ack %s is %s: %s", (code, kind, named) => {
    const outcome = refusedBy(code);
    expect(outcome.kind).toBe(kind as typeof outcome.kind);
    expect(outcome.error).toMatchObject({ code: named, provider_code: code });
  });

  test("a connection that is not there waits without an end", () => {
    const closed = Object.assign(new Error("Connection Closed"), { output: { statusCode: 428 } });
    expect(failureOf(closed)).toMatchObject({ kind: "retry", afterMs: 1000 });
    expect(failureOf(new Error("All encryptions failed"))).toMatchObject({
      kind: "retry",
      error: { code: "encryption_failed" },
    });
  });
});

describe("acks", () => {
  test("a word goes to who waits for it, silence and the connection's end as well", async () => {
    const acks = createAcks();
    const taken = acks.expect("ch", "A", 1000);
    const silent = acks.expect("ch", "B", 1);
    const lost = acks.expect("ch", "C", 1000);
    const other = acks.expect("other", "C", 1000);
    expect(acks.give("ch", "A", { kind: "taken" })).toBe(true);
    expect(acks.give("ch", "A", { kind: "taken" })).toBe(false);
    expect(await taken).toEqual({ kind: "taken" });
    expect(await silent).toEqual({ kind: "silent" });
    acks.lose("ch");
    expect(await lost).toEqual({ kind: "lost" });
    acks.lose("other");
    expect(await other).toEqual({ kind: "lost" });
  });
});

describe("people", () => {
  const nobody = async () => null;

  test.each([
    ["491700000001@s.whatsapp.net", { type: "phone", value: "491700000001" }],
    ["491700000001:12@s.whatsapp.net", { type: "phone", value: "491700000001" }],
    ["123456789:3@lid", { type: "lid", value: "123456789" }],
    ["120363000000000001@g.us", null],
    ["status@broadcast", null],
    ["120363000000000001@newsletter", null],
    ["", null],
  ])("%s is %o", (jid, identity) => {
    expect(identityOf(baileys, jid)).toEqual(identity as ReturnType<typeof identityOf>);
  });

  test("a number beside a LID is the person, the LID the alias", async () => {
    const key = { remoteJid: "123456789@lid", remoteJidAlt: "491700000001@s.whatsapp.net" };
    expect(await personOf(baileys, key, nobody)).toEqual({
      person: { type: "phone", value: "491700000001" },
      alias: { type: "lid", value: "123456789" },
      phone: "491700000001",
      userId: "123456789@lid",
    });
  });

  test("a LID alone is looked up, and is the person when nobody knows its number", async () => {
    const key = { remoteJid: "123456789@lid" };
    expect((await personOf(baileys, key, async () => "491700000001"))?.phone).toBe("491700000001");
    expect(await personOf(baileys, key, nobody)).toEqual({
      person: { type: "lid", value: "123456789" },
      alias: null,
      phone: null,
      userId: "123456789@lid",
    });
  });
});

describe("content", () => {
  test("members that every kind may have are beside its own", () => {
    const contextInfo = { stanzaId: "A", isForwarded: true };
    expect(readContent({ extendedTextMessage: { text: "Hi", contextInfo } })?.content).toEqual({
      body: "Hi",
      reply_to: { id: "A" },
      context: { id: "A", forwarded: true },
    });
  });

  test("a card's number and organisation are read, whichever program wrote it", () => {
    const vcard =
      "BEGIN:VCARD\r\nFN:Ada\r\nORG:Engines;Dept\r\nitem1.TEL;waid=491700000001:+49 170 0000001\r\nEND:VCARD";
    expect(readContent({ contactMessage: { displayName: "Ada", vcard } })?.content).toMatchObject({
      full_name: "Ada",
      phone: "491700000001",
      organization: "Engines",
    });
  });

  test.each(["*100#", "1-800-FLOWERS", "110"])("a card with %s has no number that is written to", (tel) => {
    const vcard = `BEGIN:VCARD\r\nFN:Help\r\nTEL;waid=110:${tel}\r\nEND:VCARD`;
    const content = readContent({ contactMessage: { displayName: "Help", vcard } })?.content;
    expect(content).not.toHaveProperty("phone");
    expect(content).toMatchObject({
      full_name: "Help",
      contacts: [{ phones: [{ phone: tel, wa_id: "110" }] }],
    });
  });

  test("a message of WhatsApp's own machinery is none", () => {
    expect(readContent({ protocolMessage: { type: 5 } })).toBeNull();
    expect(readContent({ senderKeyDistributionMessage: { groupId: "a" } })).toBeNull();
  });

  test("a message of a business with buttons is read as its text", () => {
    const templateMessage = { hydratedTemplate: { hydratedContentText: "Your parcel" } };
    expect(readContent({ templateMessage })).toMatchObject({
      type: "text",
      content: { body: "Your parcel" },
    });
    expect(readContent({ interactiveMessage: { body: { text: "Choose" } } })?.content).toEqual({
      body: "Choose",
    });
  });

  test("hostile forms do no harm", () => {
    const paramsJson = "{not json";
    const form = readContent({
      interactiveResponseMessage: { nativeFlowResponseMessage: { name: "x", paramsJson } },
    });
    expect(form?.content).toMatchObject({ type: "nfm_reply", response: null });
    expect(readContent({ imageMessage: {} })?.media).toMatchObject({ sha256: null, mimeType: null });
  });

  test("an animated WebP is recognised by its header", () => {
    const header = (flags: number) =>
      Buffer.concat([Buffer.from("RIFF0000WEBPVP8X0000"), Buffer.from([flags])]);
    expect(isAnimated(header(2))).toBe(true);
    expect(isAnimated(header(0))).toBe(false);
    expect(isAnimated(Buffer.from("RIFF0000WEBPVP8L"))).toBe(false);
  });
});

describe("files", () => {
  const keys = { iv: randomBytes(16), cipherKey: randomBytes(32), macKey: randomBytes(32) };

  function sealed(plain: Buffer): Buffer {
    const machine = createCipheriv("aes-256-cbc", keys.cipherKey, keys.iv);
    const encrypted = Buffer.concat([machine.update(plain), machine.final()]);
    const mac = createHmac("sha256", keys.macKey).update(keys.iv).update(encrypted).digest();
    return Buffer.concat([encrypted, mac.subarray(0, 10)]);
  }

  async function opened(bytes: Buffer, size: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    async function* coming() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    for await (const chunk of decipherer(keys)(coming())) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  test.each([1, 7, 16, 1000])("a file is opened however it comes: %d bytes at a time", async (size) => {
    const plain = randomBytes(333);
    expect(await opened(sealed(plain), size)).toEqual(plain);
  });

  test("one that was changed or cut is not", async () => {
    const bytes = sealed(randomBytes(64));
    const changed = Buffer.from(bytes);
    changed[3] = (changed[3] ?? 0) ^ 1;
    await expect(opened(changed, 50)).rejects.toThrow("changed on its way");
    await expect(opened(bytes.subarray(0, 40), 50)).rejects.toThrow();
    await expect(opened(Buffer.alloc(0), 50)).rejects.toThrow("cut short");
  });
});

describe("a line", () => {
  test("does one thing after another, each until it succeeds", async () => {
    const done: string[] = [];
    let failures = 0;
    const line = createRetryingQueue(() => void failures++);
    line.add(async () => {
      if (failures === 0) throw new Error("not yet");
      done.push("first");
    });
    await new Promise<void>((resolve) =>
      line.add(async () => {
        done.push("second");
        resolve();
      }),
    );
    expect(done).toEqual(["first", "second"]);
    expect(failures).toBe(1);
  });
});
