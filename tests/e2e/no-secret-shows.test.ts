/** A whole run at the chattiest log level, then a search of all it left behind for every secret that was in it. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { SEALED_COLUMNS } from "../../daemon/start/sealed-columns.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { untilStatus } from "../gateway/support.ts";
import { NUMBER } from "../providers/whatsapp-web/chat.ts";
import { dumpOf } from "../secrets/dump.ts";
import { makeMistakes } from "../secrets/mistakes.ts";
import { sessionSecrets } from "../secrets/session-secrets.ts";
import { runWaypostd } from "../secrets/waypostd.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const ADA = "491700000001";
const port = freePort();
const folder = mkdtempSync(join(tmpdir(), "waypost-leaks-"));
const printed = join(folder, "printed.log");
const good = startReceiver();
const bad = startReceiver(() => new Response("no", { status: 500 }));

/** Every secret by what it is; texts as they are. */
const secrets = new Map<string, string>();
/** Answers to requests that failed, and to those that show no secret. */
const answers: string[] = [];
let site: Site;
let web: WhatsAppWebSandbox;
let daemon: DaemonProcess;
let dumped: Map<string, string>;
let pairedId: string;

const call = (key: string | null = site.key) => caller(daemon.url, key);

/** Keeps the answer to be searched. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  key: string | null = site.key,
  headers = {},
) {
  const answer = await call(key)(method, path, body, headers);
  answers.push(JSON.stringify([answer.status, [...answer.headers], answer.body]));
  return answer;
}

/** Makes something whose answer shows secrets once; with an idempotency key, so that the answer is kept. */
async function make(path: string, body: unknown, ...fields: string[]) {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const answer = await call()("POST", path, body, headers);
  expect(answer.status).toBeLessThan(300);
  for (const field of fields) secrets.set(`${path} ${field}`, answer.body[field]);
  return answer.body;
}

beforeAll(async () => {
  web = await startWhatsAppWebSandbox();
  site = await prepareSite(port, { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  secrets.set("first API key", site.key);
  secrets.set("password", site.user.password);
  secrets.set("access token", SANDBOX_DEFAULTS.accessToken);
  secrets.set("app secret", SANDBOX_DEFAULTS.appSecret);
  secrets.set("database password", new URL(site.databaseUrl).password);
  const environment = {
    WAYPOST_LOG_LEVEL: "debug",
    WAYPOST_VERIFY_TOKEN: "a-verify-token-of-the-run",
    WAYPOST_WA_WEB_URL: web.url,
    WAYPOST_WA_ROOT_KEY: web.rootKey,
  };
  secrets.set("verify token", environment.WAYPOST_VERIFY_TOKEN);
  daemon = await site.start(port, environment, printed);
  await keysAndLogins();
  await commands();
  await endpoints();
  await pairing();
  await traffic();
  await makeMistakes({ ask, secretOf, site, endpoints: ENDPOINTS });
  await failures();
  dumped = await dumpOf(site.sql);
  for (const [name, secret] of await sessionSecrets(site.sql, site.masterKey, pairedId))
    secrets.set(name, secret);
  await daemon.kill("SIGTERM");
});

afterAll(async () => {
  await site.stop();
  await web.stop();
  good.stop();
  bad.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function keysAndLogins(): Promise<void> {
  const { id } = await make("/v1/api-keys", { name: "k", permissions: ["*"] }, "key");
  await make(`/v1/api-keys/${id}/rotate`, {}, "key");
  await make("/v1/users/invitations", { email: "ben@example.com", role: "agent" }, "token");
  const login = await call(null)("POST", "/v1/auth/login", site.user);
  secrets.set("session", /=([^;]+)/.exec(login.headers.get("set-cookie") ?? "")?.[1] ?? "");
  await ask("GET", "/v1/auth/me", undefined, null, { authorization: `Bearer ${secrets.get("session")}` });
}

/** Runs the daemon's own commands that show secrets once. */
async function commands(): Promise<void> {
  const environment = { DATABASE_URL: site.databaseUrl, WAYPOST_MASTER_KEY: site.masterKey };
  const run = async (...parameters: string[]) =>
    JSON.parse((await runWaypostd([...parameters, "--json"], environment)).stdout);
  const made = await run("orgs", "create", "Other", "--email", "eve@example.com");
  secrets.set("key of another organisation", made.api_key);
  secrets.set("password of its owner", made.user.password);
  const { token } = await run("users", "reset", "eve@example.com");
  const password = secretOf("new password", "a new password of the run");
  await ask("POST", "/v1/auth/reset", { token: secretOf("used reset token", token), password }, null);
}

async function endpoints(): Promise<void> {
  secrets.set("endpoint header", "Bearer header-of-an-endpoint");
  const headers = { authorization: secrets.get("endpoint header") };
  const { id } = await make(ENDPOINTS, { url: good.url, headers }, "secret");
  await make(ENDPOINTS, { url: bad.url, headers }, "secret");
  await make(`${ENDPOINTS}/${id}/rotate-secret`, {}, "secret");
}

async function pairing(): Promise<void> {
  const { id } = await make("/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
    settings: { rate: { per_second: 100_000 }, warmup: null },
  });
  pairedId = id;
  await call()("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call()("GET", `/v1/channels/${id}/qr?wait=20`);
  secrets.set("QR code", body.qr);
  for (const [index, part] of body.qr.split(",").entries())
    if (part.length >= 40) secrets.set(`QR code, part ${index}`, part);
  await web.control.scan(NUMBER, body.qr);
  await untilStatus(call())(id, "connected");
}

async function traffic(): Promise<void> {
  const ids: string[] = [];
  for (const channel of [site.channelId, pairedId]) {
    const message = { channel_id: channel, to: ADA, type: "text", content: { body: "hello" } };
    ids.push((await ask("POST", "/v1/messages", message)).body.id);
  }
  // a number that the platform refuses
  const refused = { channel_id: site.channelId, to: "15550000101", type: "text", content: { body: "no" } };
  await ask("POST", "/v1/messages", refused);
  await web.control.people().control.send(ADA, { kind: "text", content: { body: "in" }, to: NUMBER });
  await until(async () => {
    const [row] = await site.sql`
      select count(*)::integer as left from messages where id = any (${ids}::uuid[]) and status <> 'read'`;
    const incoming = await site.sql`select from messages where direction = 'inbound'`;
    const failed = await site.sql`select from deliveries where response_status = 500`;
    return row?.left === 0 && incoming.length > 0 && failed.length > 0;
  });
}

/** Causes failures within the daemon, whose log says why. */
async function failures(): Promise<void> {
  await site.sql`alter table webhook_secrets rename to gone`;
  const headers = { authorization: secrets.get("endpoint header") };
  expect((await ask("POST", ENDPOINTS, { url: good.url, headers })).status).toBe(500);
  await site.sql`alter table gone rename to webhook_secrets`;
  for (const table of ["api_keys", "login_sessions"])
    await site.sql`alter table ${site.sql(table)} add constraint nothing_more check (false) not valid`;
  expect((await ask("POST", "/v1/api-keys", { name: "k", permissions: ["*"] })).status).toBe(500);
  expect((await ask("POST", "/v1/auth/login", site.user, null)).status).toBe(500);
}

function secretOf(name: string, value: string): string {
  secrets.set(name, value);
  return value;
}

/** Which secrets a text holds, by their names: a failing test is not to print them either. */
function found(text: string): string[] {
  return [...secrets].filter(([, secret]) => secret !== "" && text.includes(secret)).map(([name]) => name);
}

test("the search knows what it looks for", () => {
  expect(secrets.size).toBeGreaterThan(100);
  expect([...secrets].filter(([, secret]) => secret === undefined)).toEqual([]);
  expect([...secrets.keys()].filter((name) => name.startsWith("credentials")).length).toBeGreaterThan(9);
  expect(readFileSync(printed, "utf8")).toContain("waypost is ready");
  expect(readFileSync(printed, "utf8")).toContain('violates check constraint \\"nothing_more\\"');
  expect(answers.length).toBeGreaterThan(20);
});

test("nothing that was printed holds a secret", () => {
  expect(found(readFileSync(printed, "utf8"))).toEqual([]);
});

test("no table holds a secret", () => {
  const leaking = [...dumped].map(([table, text]) => [table, found(text)] as const);
  expect(leaking.filter(([, names]) => names.length > 0)).toEqual([]);
});

test("no refusal and no record holds a secret, except an endpoint's own headers for its owner", () => {
  const shown = answers.filter((answer) => found(answer).some((name) => name !== "endpoint header"));
  expect(shown.map((answer) => [found(answer), answer.slice(0, 5)])).toEqual([]);
});

test("sealed values are only in places that a rotation knows", () => {
  const places = new Set(SEALED_COLUMNS.map(({ table }) => `public.${table}`));
  const sealed = [...dumped].filter(([, text]) => /\bv1\.[0-9a-f]{8}\.[\w-]{38}/.test(text));
  expect(sealed.map(([table]) => table).filter((table) => !places.has(table))).toEqual([]);
  expect(sealed.length).toBeGreaterThan(5);
});
