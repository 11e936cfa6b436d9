/** Nobody reads a key from the database, a dump or a log; nobody passes for WhatsApp. */
import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import { Writable } from "node:stream";
import { pino } from "pino";
import { openLibrary } from "../../daemon/providers/whatsapp-web/library/library.ts";
import { startWhatsAppWebSandbox } from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import { dumpOf, formsOf } from "../secrets/dump.ts";
import { type GatewaySite, NUMBER, QUICK, startGatewaySite } from "./site.ts";

const OTHER_NUMBER = "15557010002";

let site: GatewaySite;
let logged = "";

beforeAll(async () => {
  site = await startGatewaySite();
});

afterAll(() => site.stop());

afterEach(async () => {
  await openLibrary({ rootKey: site.web.rootKey });
});

const log = () =>
  pino(
    { level: "trace" },
    new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    }),
  );

const dump = async () => [...(await dumpOf(site.sql)).values()].join("\n");

test("neither the database nor the log holds a readable key", async () => {
  const secrets: Uint8Array[] = [];
  const console_ = spyOn(console, "info");
  const gateway = site.gateway({
    log: log(),
    listener: {
      onSocket(_session, { authState: { creds } }) {
        secrets.push(
          creds.noiseKey.private,
          creds.signedIdentityKey.private,
          creds.signedPreKey.keyPair.private,
        );
        secrets.push(creds.pairingEphemeralKeyPair.private, Buffer.from(creds.advSecretKey, "base64"));
      },
      async onOpen(_session, { authState: { keys } }) {
        const preKeys = await keys.get("pre-key", ["400", "600", "812"]);
        secrets.push(...Object.values(preKeys).map((key) => key.private));
      },
      getMessage: async () => undefined,
    },
  });
  const id = await site.newChannel();
  await site.connect(id);
  const { pairing } = await site.until(id, (standing) => standing.pairing !== null);
  const whilePairing = await dump();
  await site.web.control.scan(NUMBER, pairing?.qr ?? "");
  await site.untilStatus(id, "connected");
  const paired = await dump();

  expect(secrets.length).toBe(2 * 5 + 3);
  for (const text of [whilePairing, paired, logged, JSON.stringify(console_.mock.calls)]) {
    expect(secrets.flatMap(formsOf).filter((form) => text.includes(form))).toEqual([]);
  }
  expect(paired).not.toMatch(/privKey|chainKey|"private"|advSecret|noiseKey/);
  const [counted] = await site.sql`select count(*) from web_session_keys where category = 'pre-key'`;
  expect(counted?.count).toBeGreaterThan(800);
  await gateway.stop();
});

test("a server whose certificate another root has signed gets nothing", async () => {
  const impostor = await startWhatsAppWebSandbox({ seed: "an impostor" });
  const gateway = site.gateway({
    url: impostor.url,
    rootKey: site.web.rootKey,
    timings: { ...QUICK, qrMs: 400 },
  });
  const id = await site.newChannel();
  await site.connect(id);
  const channel = await site.untilStatus(id, "disconnected");
  expect(channel.status_reason).toContain("noise intermediate certificate signature invalid (400)");
  expect(impostor.control.phones()).toEqual([]);
  await gateway.stop();
  await impostor.stop();
});

test("a number whose login is encrypted with a key that a daemon does not know waits for one that does", async () => {
  const first = site.gateway();
  const id = await site.newChannel();
  await site.pair(id, OTHER_NUMBER);
  await first.stop();
  const ignorant = site.gateway({
    secrets: createSecrets([{ id: "other", key: crypto.getRandomValues(new Uint8Array(32)) }]),
  });
  const waiting = await site.until(
    id,
    ({ channel }) => channel.status_reason?.includes("master key") === true,
  );
  expect(waiting.channel.status).toBe("connecting");
  await ignorant.stop();
  const knowing = site.gateway();
  await site.untilStatus(id, "connected");
  await knowing.stop();
});
