import { afterAll, beforeAll, expect, test } from "bun:test";
import type { BinaryNode } from "baileys";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { connect, newIdentity, pair } from "./client.ts";

let sandbox: WhatsAppWebSandbox;

beforeAll(async () => {
  sandbox = await startWhatsAppWebSandbox();
});

afterAll(() => sandbox.stop());

test("a phone that scans the QR code links the client, which must then log in", async () => {
  const client = connect(sandbox, newIdentity());
  const companion = await sandbox.control.scan("15550001001", await client.qr());
  expect(companion).toMatchObject({ device: 1, jid: "15550001001:1@s.whatsapp.net", platform: "Mac OS" });
  expect(await client.closed()).toBe(515);
  expect(client.updates).toContainEqual(expect.objectContaining({ isNewLogin: true }));
});

test("a linked client logs in with its LID and uploads its pre-keys once", async () => {
  const identity = newIdentity();
  const client = await pair(sandbox, "15550001002", identity);
  expect(client.socket.user?.lid).toMatch(/^\d+:1@lid$/);
  await client.socket.end(undefined);
  const again = connect(sandbox, identity);
  await again.open();
  const uploads = sandbox.control.received().data.filter(({ parts }) => parts.includes("skey"));
  expect(uploads.filter(({ number }) => number === "15550001002")).toHaveLength(1);
});

test("a phone that types the code links the client", async () => {
  const identity = newIdentity();
  const client = connect(sandbox, identity);
  await client.qr();
  const code = await client.socket.requestPairingCode("15550001003");
  await sandbox.control.typeCode("15550001003", code);
  expect(await client.closed()).toBe(515);
  const again = connect(sandbox, identity);
  await again.open();
  expect(again.socket.user?.id).toBe("15550001003:1@s.whatsapp.net");
});

test("another code than the one shown is refused", async () => {
  const client = connect(sandbox, newIdentity());
  await client.qr();
  await client.socket.requestPairingCode("15550001004", "ABCDEFGH");
  await expect(sandbox.control.typeCode("15550001004", "HGFEDCBA")).rejects.toMatchObject({ status: 422 });
});

test("a client whose device WhatsApp does not know is made no code, and is shown a QR code all the same", async () => {
  const client = connect(sandbox, newIdentity(), { browser: ["Acme", "Chrome", ""] });
  const qr = await client.qr();
  const refused = Promise.withResolvers<BinaryNode>();
  client.socket.ws.on("CB:iq,type:error", refused.resolve);
  await client.socket.requestPairingCode("15550001005");
  expect((await refused.promise).content).toMatchObject([{ tag: "error", attrs: { code: "400" } }]);
  await expect(sandbox.control.typeCode("15550001005", "ABCDEFGH")).rejects.toMatchObject({ status: 404 });
  expect(await sandbox.control.scan("15550001005", qr)).toMatchObject({ platform: "Acme" });
});

test("a client that is too old is refused, with and without a login, until its version is let in", async () => {
  const identity = newIdentity();
  const client = await pair(sandbox, "15550001006", identity);
  await client.socket.end(undefined);
  sandbox.control.version({ oldest: 3_000_000_000, named: 3_000_000_001 });
  expect(await connect(sandbox, newIdentity()).closed()).toBe(405);
  expect(await connect(sandbox, identity).closed()).toBe(405);
  const page = await fetch(new URL("/sw.js", sandbox.url.replace("ws", "http")));
  expect(await page.text()).toContain('"client_revision":3000000001');
  await connect(sandbox, identity, { version: [2, 3000, 3_000_000_001] }).open();
  sandbox.control.version({ oldest: null, named: 1 });
  await connect(sandbox, identity).open();
});
