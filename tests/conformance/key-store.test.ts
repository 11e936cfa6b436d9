/** A store of keys as Baileys expects it: its own, in a folder, and ours, sealed in Postgres. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as library from "baileys";
import { createKeyStore, createKeyStoreWriter } from "../../daemon/gateway/keys/key-store.ts";
import { newDataKey, openVault } from "../../daemon/gateway/keys/vault.ts";
import { createLease, LEASE_MS, now } from "../../daemon/gateway/lease.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { createKeyWriter } from "../../daemon/providers/whatsapp-web/connection/keys/key-writer.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import {
  claimWhatsAppWebSessions,
  ensureWhatsAppWebSession,
  wantWhatsAppWebSession,
} from "../../db/whatsapp-web/sessions.ts";
import { testDatabase } from "../support/database.ts";

type Keys = library.SignalKeyStore;
type Kept = {
  /** The keys as a daemon that was just started finds them; what was set before is durable. */
  reopen(): Promise<Keys>;
  end(): Promise<void>;
};

const STORES: Record<string, () => Promise<Kept>> = { "Baileys' folder": inFolder, Postgres: inPostgres };

describe.each(Object.entries(STORES))("%s", (_name, start) => {
  let kept: Kept;
  let keys: Keys;
  beforeAll(async () => {
    kept = await start();
    keys = await kept.reopen();
  });
  afterAll(() => kept.end());

  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  /** The sessions under some ids, as text. */
  async function session(...ids: string[]): Promise<Record<string, string>> {
    const found = Object.entries(await keys.get("session", ids)).filter(([, value]) => value);
    return Object.fromEntries(found.map(([id, value]) => [id, Buffer.from(value).toString()]));
  }

  test("gives back what was set, and nothing in the place of what was not", async () => {
    await keys.set({ session: { "ada.0": bytes("one"), "ben.0": bytes("two") } });
    expect(await session("ada.0", "nobody.0")).toEqual({ "ada.0": "one" });
    expect(await session("ada.0", "ben.0")).toEqual({ "ada.0": "one", "ben.0": "two" });
  });

  test("the last value counts, and null takes it away", async () => {
    await keys.set({ session: { "cat.0": bytes("old") } });
    await keys.set({ session: { "cat.0": bytes("new") } });
    expect(await session("cat.0")).toEqual({ "cat.0": "new" });
    await keys.set({ session: { "cat.0": null } });
    expect(await session("cat.0")).toEqual({});
  });

  test("ids of different kinds of keys have nothing to do with each other", async () => {
    await keys.set({ session: { "7": bytes("session") }, "device-list": { "7": ["0", "3"] } });
    await keys.set({ session: { "7": null } });
    expect(await session("7")).toEqual({});
    expect(await keys.get("device-list", ["7"])).toEqual({ "7": ["0", "3"] });
  });

  test("pairs of keys and messages come back as what they were", async () => {
    const pair = library.Curve.generateKeyPair();
    const sync = library.proto.Message.AppStateSyncKeyData.fromObject({
      keyData: bytes("sync"),
      timestamp: 7,
    });
    await keys.set({ "pre-key": { "1": pair }, "app-state-sync-key": { AAAA: sync } });
    const found = (await keys.get("pre-key", ["1"]))["1"];
    expect([found?.public, found?.private].map((key) => Buffer.from(key ?? []).toString("hex"))).toEqual(
      [pair.public, pair.private].map((key) => Buffer.from(key).toString("hex")),
    );
    const again = (await keys.get("app-state-sync-key", ["AAAA"])).AAAA;
    expect(Buffer.from(again?.keyData ?? []).toString()).toBe("sync");
  });

  test("ids may hold whatever WhatsApp's do", async () => {
    const ids = ["491700000001.0", "187240155021834_1.12", "a:b", "group@g.us::491700000001::0"];
    await keys.set({ session: Object.fromEntries(ids.map((id) => [id, bytes(id)])) });
    expect(await session(...ids)).toEqual(Object.fromEntries(ids.map((id) => [id, id])));
  });

  test("everything is there when it is opened again", async () => {
    await keys.set({ session: { "dan.0": bytes("kept"), "eve.0": bytes("gone") } });
    await keys.set({ session: { "eve.0": null } });
    keys = await kept.reopen();
    expect(await session("dan.0", "eve.0")).toEqual({ "dan.0": "kept" });
  });
});

async function inFolder(): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-keys-"));
  return {
    reopen: async () => (await library.useMultiFileAuthState(folder)).state.keys,
    end: async () => rmSync(folder, { recursive: true }),
  };
}

async function inPostgres(): Promise<Kept> {
  const { sql, drop } = await testDatabase();
  const secrets = createSecrets([{ id: "test", key: crypto.getRandomValues(new Uint8Array(32)) }]);
  const [organizationId, channelId, daemonId] = ["org_test", newId("ch"), newId("dmn")];
  const channel = { organization_id: organizationId, id: channelId, platform: "whatsapp_unofficial" };
  await insertChannel(sql, { ...channel, status: "connecting", name: "Paired", settings: {} });
  await ensureWhatsAppWebSession(sql, organizationId, channelId, newDataKey(secrets, channelId));
  await wantWhatsAppWebSession(sql, organizationId, channelId, { wanted: "on" });
  const claimedAt = now();
  const [row] = await claimWhatsAppWebSessions(sql, daemonId, LEASE_MS, 1);
  if (row === undefined) throw new Error("the session was not claimed");
  const lease = createLease({ organizationId, channelId, daemonId, fence: row.fence }, claimedAt);
  const vault = openVault(secrets, channelId, row.data_key, row.fence);
  const store = createKeyStore(sql, createKeyStoreWriter(sql, daemonId), lease, vault);
  const open = () => createKeyWriter({ library, store, onFailure: () => {} });
  let writer = open();
  return {
    async reopen() {
      await writer.settled();
      await writer.close();
      writer = open();
      return writer.keys;
    },
    async end() {
      await writer.close();
      await drop();
    },
  };
}
