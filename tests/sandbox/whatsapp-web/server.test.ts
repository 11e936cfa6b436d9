import { afterEach, expect, test } from "bun:test";
import { Agent } from "node:https";
import { proto } from "baileys";
import { createMemory } from "../../../daemon/sandbox/memory/keep.ts";
import { loadBaileys } from "../../../daemon/sandbox/whatsapp-web/libraries.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
  type WhatsAppWebSandboxOptions,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { serverKeys, verify } from "../../../daemon/sandbox/whatsapp-web/wire/keys.ts";
import { until } from "../../support/until.ts";
import { callControl } from "./call.ts";
import { connect, newIdentity, pair } from "./client.ts";

const NUMBER = "15550003001";
const NOTHING = new Uint8Array();
const started: WhatsAppWebSandbox[] = [];

async function start(options: Partial<WhatsAppWebSandboxOptions> = {}): Promise<WhatsAppWebSandbox> {
  const sandbox = await startWhatsAppWebSandbox(options);
  started.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.stop()));
});

test("a client pairs and logs in over TLS with the self-signed certificate", async () => {
  const sandbox = await start({ tls: true });
  expect(sandbox.url).toStartWith("wss://");
  const distrustful = connect(sandbox, newIdentity(), { agent: new Agent() });
  expect(await distrustful.closed()).toBe(500);
  const client = await pair(sandbox, NUMBER);
  expect(client.socket.user?.id).toBe(`${NUMBER}:1@s.whatsapp.net`);
});

test("a restart with everything kept leaves the client linked, with its pre-keys", async () => {
  const sandbox = await start();
  const identity = newIdentity();
  const client = await pair(sandbox, NUMBER, identity);
  await sandbox.control.restart({ keep: true });
  expect(await client.closed()).toBe(428);
  await connect(sandbox, identity).open();
  const [phone] = sandbox.control.phones();
  expect(phone?.devices[0]?.pre_keys).toBeGreaterThan(800);
});

test("a restart with everything lost leaves the client unknown", async () => {
  const sandbox = await start();
  const identity = newIdentity();
  await pair(sandbox, NUMBER, identity);
  await sandbox.control.restart({ keep: false });
  expect(await connect(sandbox, identity).closed()).toBe(401);
});

test("two restarts at once leave one server, which answers everything", async () => {
  const sandbox = await start();
  await Promise.all([true, true].map((keep) => sandbox.control.restart({ keep })));
  await pair(sandbox, NUMBER);
  expect(sandbox.control.phones()).toMatchObject([{ number: NUMBER, devices: [{ state: "connected" }] }]);
});

test("another process of the same seed and memory is the same server to its clients", async () => {
  const memory = createMemory();
  const identity = newIdentity();
  const before = await start({ memory, seed: "s" });
  await pair(before, NUMBER, identity);
  await before.stop();
  const after = await start({ memory, seed: "s" });
  expect(after.rootKey).toBe(before.rootKey);
  await connect(after, identity).open();
});

test("a phone that unlinks a client is rid of it for good", async () => {
  const sandbox = await start();
  const identity = newIdentity();
  const client = await pair(sandbox, NUMBER, identity);
  sandbox.control.unlink(NUMBER, 1);
  expect(await client.closed()).toBe(401);
  expect(await connect(sandbox, identity).closed()).toBe(401);
  expect(() => sandbox.control.unlink(NUMBER, 1)).toThrow("no device 1");
});

test("a client that logs out is no longer on the phone's list", async () => {
  const sandbox = await start();
  const client = await pair(sandbox, NUMBER);
  await client.socket.logout();
  await until(() => sandbox.control.phones()[0]?.devices.length === 0);
});

test("a second client of a number is another device", async () => {
  const sandbox = await start();
  await pair(sandbox, NUMBER);
  const second = await pair(sandbox, NUMBER);
  expect(second.socket.user?.id).toBe(`${NUMBER}:2@s.whatsapp.net`);
});

test("the certificates lead to the root, and to no other", async () => {
  const wa = await loadBaileys();
  const { chain, root } = serverKeys(wa, "one");
  const { intermediate, leaf } = proto.CertChain.decode(chain);
  const { key } = proto.CertChain.NoiseCertificate.Details.decode(intermediate?.details ?? NOTHING);
  const signed = (by: Uint8Array, { details, signature }: proto.CertChain.INoiseCertificate = {}) =>
    verify(by, details ?? NOTHING, signature ?? NOTHING);
  expect(await signed(root.public, intermediate ?? {})).toBe(true);
  expect(await signed(key ?? NOTHING, leaf ?? {})).toBe(true);
  expect(await signed(serverKeys(wa, "two").root.public, intermediate ?? {})).toBe(false);
});

test("QR codes that nobody shows, or with another's keys, are refused", async () => {
  const sandbox = await start();
  const mine = await connect(sandbox, newIdentity()).qr();
  const others = await connect(sandbox, newIdentity()).qr();
  const mixed = [mine.split(",")[0], ...others.split(",").slice(1)].join(",");
  const scan = (qr: string) => sandbox.control.scan(NUMBER, qr).catch((refusal) => refusal.status);
  expect(await scan("hello")).toBe(400);
  expect(await scan(mine.replace("#2@", "#3@"))).toBe(404);
  expect(await scan(mixed)).toBe(422);
});

test("a client with another's Noise key is not let in", async () => {
  const sandbox = await start();
  const identity = newIdentity();
  const client = await pair(sandbox, NUMBER, identity);
  await client.socket.end(undefined);
  const { noiseKey } = newIdentity().state.creds;
  identity.state.creds = { ...identity.state.creds, noiseKey };
  expect(await connect(sandbox, identity).closed()).toBe(401);
});

test("bytes that make no sense end the connection, and are noted", async () => {
  const sandbox = await start();
  for (const junk of ["GET / HTTP/1.1", "WA\x06\x03\x00\x00\x02hi"]) {
    const socket = new WebSocket(sandbox.url);
    socket.onopen = () => socket.send(new TextEncoder().encode(junk));
    await new Promise((resolve) => {
      socket.onclose = resolve;
    });
  }
  expect(sandbox.control.received().complaints).toHaveLength(2);
  expect((await fetch(sandbox.url.replace("ws", "http"))).status).toBe(426);
});

test("a pre-key that the client's identity did not sign is not linked", async () => {
  const sandbox = await start();
  const identity = newIdentity();
  identity.state.creds.signedPreKey.signature = new Uint8Array(64);
  expect(await connect(sandbox, identity).closed()).toBe(428);
});

test("the queries of a quiet account are answered", async () => {
  const sandbox = await start();
  const { socket } = await pair(sandbox, NUMBER);
  expect(await socket.fetchPrivacySettings(true)).toMatchObject({ readreceipts: "all" });
  expect(await socket.fetchBlocklist()).toEqual([]);
  expect(await socket.groupFetchAllParticipating()).toEqual({});
  expect(await socket.getBotListV2()).toEqual([]);
  expect((await socket.getCatalog({})).products).toEqual([]);
  expect(await socket.onWhatsApp("15550003002")).toEqual([
    { jid: "15550003002@s.whatsapp.net", exists: true },
  ]);
  expect(await socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false });
  expect(await socket.profilePictureUrl("15550003002@s.whatsapp.net")).toStartWith("https://127.0.0.1:");
  await expect(socket.groupMetadata("123@g.us")).rejects.toThrow("item-not-found");
});

test("a restriction is reported at once, and on request", async () => {
  const sandbox = await start();
  const client = await pair(sandbox, NUMBER);
  const lockedUntil = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000).toISOString();
  sandbox.control.restrict(NUMBER, { lockedUntil, capping: "CAPPED" });
  const answer = await client.socket.fetchAccountReachoutTimelock();
  expect(answer).toMatchObject({ isActive: true, timeEnforcementEnds: new Date(lockedUntil) });
  expect(client.updates.filter(({ reachoutTimeLock }) => reachoutTimeLock?.isActive)).toHaveLength(2);
  expect(await client.socket.fetchNewChatMessageCap()).toMatchObject({ capping_status: "CAPPED" });
});

test("the control routes do the same over HTTP", async () => {
  const sandbox = await start();
  const call = (method: string, path: string, body?: object) => callControl(sandbox, method, path, body);
  const client = connect(sandbox, newIdentity());
  const scanned = await call("POST", `/sandbox/phones/+${NUMBER}/scan`, { qr: await client.qr() });
  expect(scanned).toMatchObject({ status: 200, body: { device: 1, state: "away" } });
  expect(await call("GET", "/sandbox/phones")).toMatchObject({ body: { data: [{ number: NUMBER }] } });
  expect(await call("POST", "/sandbox/faults", { fault: "401", at: "message" })).toMatchObject({
    status: 400,
  });
  expect(await call("POST", "/sandbox/faults", { fault: "nonsense" })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringMatching(/fault must be one of .*no_ack.* got "nonsense"/) } },
  });
  expect(await call("DELETE", `/sandbox/phones/${NUMBER}/devices/1`)).toMatchObject({ status: 200 });
  expect(await call("PUT", "/sandbox/phones")).toMatchObject({ status: 405 });
  expect(await call("POST", "/sandbox/phones/abc/scan", { qr: "x" })).toMatchObject({ status: 400 });
});
