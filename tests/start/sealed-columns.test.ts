/** A rotation seals all sealed values again: no column of them may be missing from the list. */
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import { SEALED_COLUMNS } from "../../daemon/start/sealed-columns.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

test("every one is a column of the schema, and finds a row by its key", async () => {
  for (const { table, key, column, type } of SEALED_COLUMNS) {
    const columns = await database.sql<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns where table_name = ${table}`;
    expect(columns.find(({ name }) => name === column)?.type).toBe(type);
    expect(columns.map(({ name }) => name)).toContainValues([...key]);
    const unique = await database.sql`
      select from pg_index where indrelid = ${table}::regclass and indisunique`;
    expect(unique.length).toBeGreaterThan(0);
  }
});

/**
 * Which folders seal, and into which columns. A folder that is new here seals
 * into a column: add that to daemon/start/sealed-columns.ts, then the folder here.
 */
const SEALING: Record<string, string[]> = {
  auth: ["user_factors.secret"],
  channels: ["channels.access_token"],
  gateway: ["channels.settings", "web_sessions.data_key", "web_sessions.pairing"],
  http: ["idempotency_keys.response"],
  "login-provider": ["login_providers.client_secret"],
  // what a program brings back within ten minutes, which is stored nowhere
  mcp: [],
  onboarding: ["channels.access_token"],
  // a login that was begun, which its browser keeps for ten minutes
  "provider-login": [],
  providers: ["web_messages.sealed", "provider_webhooks.body"],
  secrets: ["installation.sealed_check", "derived_secrets.sealed"],
  start: ["channels.access_token"],
  webhooks: ["webhook_secrets.secret", "webhook_endpoints.headers"],
};

test("all code that seals is known, and seals into columns of the list", async () => {
  const daemon = `${import.meta.dir}/../../daemon`;
  const sealing = new Set<string>();
  for (const path of new Bun.Glob("**/*.ts").scanSync({ cwd: daemon }))
    if (/(secrets|keyring)\.encrypt\(/.test(await Bun.file(`${daemon}/${path}`).text()))
      sealing.add(path.split("/")[0] ?? path);
  expect([...sealing].sort()).toEqual(Object.keys(SEALING));
  const columns = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect([...new Set(Object.values(SEALING).flat())].sort()).toEqual(columns.sort());
});

test("a column's value is sealed again in its own context, whatever is beside it", () => {
  const secrets = createSecrets([{ id: "aaaa0000", key: randomBytes(32) }]);
  const sealed = (plain: string, context: string) => secrets.encrypt(plain, context);
  const rows: Record<string, string> = {
    "provider_webhooks.body": JSON.stringify({
      target: { organizationId: "o", channelId: "c" },
      facts: [
        { kind: "status", providerMessageId: "1" },
        {
          providerMessageId: "2",
          original: { remoteJid: "j", sealed: sealed("two", "channel c message 2") },
        },
      ],
    }),
    "channels.settings": JSON.stringify({
      paused: true,
      proxy: { url: "socks5://proxy:1", sealed: sealed("two", "channel c proxy"), since: "then" },
    }),
    "webhook_endpoints.headers": JSON.stringify({
      a: sealed("one", "endpoint e header a"),
      b: sealed("two", "endpoint e header b"),
    }),
  };
  const keys: Record<string, string[]> = {
    "provider_webhooks.body": ["7", "whatsapp_unofficial"],
    "channels.settings": ["o", "c"],
    "webhook_endpoints.headers": ["o", "e"],
  };
  for (const [name, value] of Object.entries(rows)) {
    const column = SEALED_COLUMNS.find(({ table, column }) => `${table}.${column}` === name);
    const opened =
      column?.reseal(value, keys[name] ?? [], (text, context) => secrets.decrypt(text, context)) ?? "";
    expect(opened).toContain("two");
    expect(opened).not.toContain("v1.");
    expect(Object.keys(JSON.parse(opened))).toEqual(Object.keys(JSON.parse(value)));
  }
});

test("settings without a sealed proxy stay as they are, to the letter", () => {
  const column = SEALED_COLUMNS.find(({ column }) => column === "settings");
  const plain = '{ "quiet_hours": {"time_zone": "v1.aaaa0000.AAAA"} }';
  expect(column?.reseal(plain, ["o", "c"], () => "changed")).toBe(plain);
});

test("of kept answers, only sealed ones are sealed again", () => {
  const column = SEALED_COLUMNS.find(({ table }) => table === "idempotency_keys");
  const again = (sealed: string, context: string) => `${context}: ${sealed}`;
  const plain = '{"body":"v1.aaaa0000.AAAA"}';
  expect(column?.reseal(plain, ["o", "k"], again)).toBe(plain);
  expect(column?.reseal("v1.aaaa0000.AAAA", ["o", "k"], again)).toBe("idempotency o k: v1.aaaa0000.AAAA");
});

test("a payload of a provider is left as it came, even if it looks sealed", () => {
  const column = SEALED_COLUMNS.find(({ table }) => table === "provider_webhooks");
  const body = `{"target":{"channelId":"c"},"facts":[{"original":{"sealed":"v1.aaaa0000.AAAA"}}] }`;
  expect(column?.reseal(body, ["7", "whatsapp_official"], () => "changed")).toBe(body);
});
