/** Links by which somebody without an account pairs one channel's number: how they are made, used and ended. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { caller, makeKey } from "../../support/daemon.ts";
import { lookUntil } from "../../support/until.ts";
import { qrTextOf } from "./qr-text.ts";

let site: PairingSite;
let call: PairingSite["daemon"]["call"];

beforeAll(async () => {
  site = await startPairingSite();
  call = site.daemon.call;
});
afterAll(() => site.stop());

async function newLink(): Promise<{ channelId: string; linkId: string; url: string }> {
  const channelId = await site.newChannel();
  const { status, body } = await call("POST", `/v1/channels/${channelId}/links`);
  expect(status).toBe(201);
  return { channelId, linkId: body.id, url: body.url };
}

/** Submits a form of the page, as a browser does. */
const submit = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(fields),
  });

/** What a program is shown. */
async function askJson(url: string) {
  const response = await fetch(url, { headers: { accept: "application/json" } });
  // biome-ignore lint/suspicious/noExplicitAny: what is asked of it is what is tested
  return { status: response.status, body: (await response.json()) as any };
}

async function stateOf(url: string) {
  const response = await fetch(`${url}/state`);
  // biome-ignore lint/suspicious/noExplicitAny: what is asked of it is what is tested
  return (await response.json()) as any;
}

const untilView = (url: string, ...views: string[]) =>
  lookUntil(
    () => stateOf(url),
    ({ view }) => views.includes(view),
  );

test("a number is paired by the QR code of a link, which is then used up", async () => {
  const { channelId, url } = await newLink();
  expect(await stateOf(url)).toMatchObject({ view: "ready", number: null, reason: null });
  const begun = await submit(url, { method: "qr" });
  expect(begun.status).toBe(303);
  expect(new URL(begun.headers.get("location") ?? "", url).href).toBe(url);
  const { seconds } = await untilView(url, "qr");
  expect(seconds).toBeGreaterThan(0);
  const state = await askJson(url);
  expect(state.body).toMatchObject({ state: "qr", number: null, code: null, reason: null });
  await site.web.control.scan("15557030001", state.body.qr);
  expect(await untilView(url, "connected")).toMatchObject({ view: "connected", number: "+15557030001" });
  const [link] = (await call("GET", `/v1/channels/${channelId}/links`)).body.data;
  expect(link.state).toBe("used");
  const { data } = (await call("GET", "/v1/events?type=channel.link_used")).body;
  expect(data).toMatchObject([
    { body: { channel_id: channelId, link_id: link.id, phone_number: "+15557030001" } },
  ]);
  await call("POST", `/v1/channels/${channelId}/disconnect`, { logout: true });
  await site.until(channelId, "logged_out");
  expect((await fetch(url)).status).toBe(410);
  expect((await submit(url, { method: "qr" })).status).toBe(410);
  expect((await call("GET", `/v1/channels/${channelId}`)).body.status).toBe("logged_out");
});

test("revoking a link ends the pairing that was begun through it", async () => {
  const { channelId, linkId, url } = await newLink();
  await submit(url, { method: "qr" });
  const { qr } = await untilView(url, "qr");
  expect((await call("DELETE", `/v1/channels/${channelId}/links/${linkId}`)).status).toBe(204);
  await site.until(channelId, "disconnected");
  await expect(site.web.control.scan("15557030019", qrTextOf(qr))).rejects.toThrow();
  expect((await call("GET", `/v1/channels/${channelId}`)).body.phone_number).toBeNull();
});

test("revoking a link that nobody used leaves a pairing alone", async () => {
  const { channelId, linkId } = await newLink();
  await call("POST", `/v1/channels/${channelId}/connect`, { method: "qr" });
  await site.until(channelId, "pairing");
  await call("DELETE", `/v1/channels/${channelId}/links/${linkId}`);
  expect((await call("GET", `/v1/channels/${channelId}`)).body.status).toBe("pairing");
});

test("a number is paired by a code that is asked for by number", async () => {
  const { url } = await newLink();
  const wrong = await submit(url, { method: "pairing_code", phone_number: "tomorrow" });
  expect(wrong.status).toBe(422);
  const page = await wrong.text();
  expect(page).toContain('role="alert"');
  expect(page).toContain('value="tomorrow"');
  expect((await submit(url, { method: "pairing_code", phone_number: "+1 555 703 0002" })).status).toBe(303);
  const { code } = await untilView(url, "code");
  await site.web.control.typeCode("15557030002", code);
  expect(await untilView(url, "connected")).toMatchObject({ number: "+15557030002" });
});

test("another phone than the channel's is refused, and the page says why", async () => {
  const channelId = await site.newChannel();
  await site.pair(channelId, "15557030003");
  await call("POST", `/v1/channels/${channelId}/disconnect`, { logout: true });
  await site.until(channelId, "logged_out");
  const { url } = (await call("POST", `/v1/channels/${channelId}/links`)).body;
  expect(await (await fetch(url)).text()).toContain("Link +15557030003");
  await submit(url, { method: "qr" });
  const { qr } = await untilView(url, "qr");
  await site.web.control.scan("15557030004", qrTextOf(qr));
  const refused = await lookUntil(
    () => stateOf(url),
    ({ view, reason }) => view === "ready" && reason !== null,
  );
  expect(refused.reason).toContain("+15557030004");
  expect(await (await fetch(url)).text()).toContain("Not connected:");
  const german = await (await fetch(url, { headers: { "accept-language": "de" } })).text();
  expect(german).toContain("Nicht verbunden: vorher +15557030003, jetzt +15557030004;");
});

test("a link shows nothing but its pairing, and leads to nothing else", async () => {
  const { url } = await newLink();
  const token = url.split("/").at(-1) ?? "";
  const page = await fetch(url);
  expect(page.headers.getSetCookie()).toEqual([]);
  const text = await page.text();
  for (const private_ of ["Paired", site.daemon.organizationId, "ch_", "org_"])
    expect(text).not.toContain(private_);
  expect(Object.keys(await stateOf(url)).sort()).toEqual([
    "code",
    "number",
    "passkey",
    "qr",
    "reason",
    "seconds",
    "view",
  ]);
  const asBearer = await caller(site.daemon.url, null)("GET", "/v1/auth/me", undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(asBearer.status).toBe(401);
});

test("a revoked link and one that has expired are dead, and so is an invented one", async () => {
  const revoked = await newLink();
  const { channelId, linkId } = revoked;
  expect((await call("DELETE", `/v1/channels/${channelId}/links/${linkId}`)).status).toBe(204);
  expect((await call("DELETE", `/v1/channels/${channelId}/links/${linkId}`)).status).toBe(404);
  const expired = await newLink();
  await site.daemon.sql`update pairing_links set expires_at = now() where id = ${expired.linkId}`;
  const CASES = [
    [revoked.url, 410],
    [expired.url, 410],
    [`${site.daemon.url}/pair/wpp_none`, 404],
  ] as const;
  for (const [url, status] of CASES) {
    expect((await fetch(url)).status).toBe(status);
    expect((await fetch(`${url}/state`)).status).toBe(status);
    expect((await askJson(url)).body).toMatchObject({ status });
    expect((await submit(url, { method: "qr" })).status).toBe(status);
  }
  expect((await call("GET", `/v1/channels/${channelId}/links`)).body.data).toEqual([]);
});

test("another site's form begins nothing", async () => {
  const { channelId, url } = await newLink();
  expect((await submit(url, { method: "qr" }, { origin: "https://evil.example.com" })).status).toBe(403);
  expect((await call("GET", `/v1/channels/${channelId}`)).body.status).toBe("disconnected");
});

test("a link stops after twenty tries", async () => {
  const { linkId, url } = await newLink();
  await site.daemon.sql`update pairing_links set begun = 19 where id = ${linkId}`;
  expect((await submit(url, { method: "qr" })).status).toBe(303);
  const refused = await submit(url, { method: "qr" });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("tried too often");
});

test("a channel has twenty links at most", async () => {
  const { channelId } = await newLink();
  for (let made = 1; made < 20; made++) await call("POST", `/v1/channels/${channelId}/links`);
  const { status, body } = await call("POST", `/v1/channels/${channelId}/links`);
  expect([status, body.code]).toEqual([409, "too_many_links"]);
});

test("keys for other channels see and make none, and official channels have none", async () => {
  const { channelId } = await newLink();
  const other = caller(
    site.daemon.url,
    await makeKey(site.daemon, ["channels:manage"], [site.daemon.channelId]),
  );
  expect((await other("POST", `/v1/channels/${channelId}/links`)).status).toBe(404);
  expect((await other("GET", `/v1/channels/${channelId}/links`)).status).toBe(404);
  const official = await call("POST", `/v1/channels/${site.daemon.channelId}/links`);
  expect([official.status, official.body.code]).toEqual([422, "unsupported_on_platform"]);
});

test("a link ends with the key that made it", async () => {
  const made = await call("POST", "/v1/api-keys", { name: "shop", permissions: ["channels:manage"] });
  const channelId = await site.newChannel();
  const { body } = await caller(site.daemon.url, made.body.key)("POST", `/v1/channels/${channelId}/links`);
  expect((await fetch(body.url)).status).toBe(200);
  await call("DELETE", `/v1/api-keys/${made.body.id}`);
  expect((await fetch(body.url)).status).toBe(410);
  const { data } = (await call("GET", `/v1/audit?target_id=${body.id}`)).body;
  expect(data).toMatchObject([{ action: "pairing_link.revoked", target: { type: "pairing_link" } }]);
});

test("the audit log has who made, used and revoked a link, and no token", async () => {
  const { channelId, linkId, url } = await newLink();
  await submit(url, { method: "qr" });
  await call("DELETE", `/v1/channels/${channelId}/links/${linkId}`);
  const { body } = await call("GET", `/v1/audit?target_id=${channelId}`);
  expect(body.data.slice(0, 3)).toMatchObject([
    { action: "pairing_link.revoked", actor: { type: "key" }, changes: { link: linkId } },
    { action: "channel.connected", actor: { type: "link", id: linkId }, changes: { method: "qr" } },
    { action: "pairing_link.created", actor: { type: "key" }, changes: { link: linkId } },
  ]);
  const secret = (url.split("/").at(-1) ?? "").slice(4);
  const [stored] = await site.daemon.sql<{ text: string }[]>`
    select concat((select json_agg(audit_log) from audit_log), (select json_agg(pairing_links) from pairing_links)) as text`;
  expect(stored?.text).not.toContain(secret);
});
