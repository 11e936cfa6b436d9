/** The page of a pairing link in a real Chromium, with a phone of the WhatsApp Web sandbox. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { sealPairing } from "../../../daemon/gateway/pairing.ts";
import { textsIn } from "../../../daemon/page/languages/texts.ts";
import { type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { NO_CHROMIUM, testBrowser } from "../../support/browser.ts";
import { startPrefixProxy } from "../../support/prefix-proxy.ts";
import type { Screen } from "../../support/tabs.ts";
import { until } from "../../support/until.ts";
import { qrTextOf } from "./qr-text.ts";

const PHONE = { width: "narrow" } as const;
const DESKTOP = { width: "wide" } as const;

const { newContext } = testBrowser();
let site: PairingSite;
let proxy: ReturnType<typeof startPrefixProxy>;

beforeAll(async () => {
  if (NO_CHROMIUM) return;
  site = await startPairingSite();
  proxy = startPrefixProxy("/waypost", () => site.daemon.url);
});
afterAll(async () => {
  await proxy?.stop();
  await site?.stop();
});

async function newLink(): Promise<{ channelId: string; path: string }> {
  const channelId = await site.newChannel();
  const { body } = await site.daemon.call("POST", `/v1/channels/${channelId}/links`);
  return { channelId, path: new URL(body.url).pathname };
}

/** A page of this size, and what it asked for of another than it is from. */
async function open(url: string, screen: Screen) {
  const page = await (await newContext(screen)).newPage();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin)) elsewhere.push(request.url());
  });
  await page.goto(url);
  return { page, elsewhere };
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

async function drawn(page: Page) {
  const svg = page.getByRole("img", { name: "QR code to scan" });
  const size = Number((await svg.getAttribute("viewBox"))?.split(" ").at(-1));
  return { size, path: (await svg.locator("path").getAttribute("d")) ?? "" };
}

const top = async (page: Page, name: string) =>
  (await page.getByRole("heading", { name, level: 2 }).boundingBox()) ?? { x: Number.NaN, y: Number.NaN };

test.skipIf(NO_CHROMIUM)("on a phone, the code for it comes first, and pairs the number", async () => {
  const { path } = await newLink();
  const { page, elsewhere } = await open(site.daemon.url + path, PHONE);
  await heading(page, "Link a WhatsApp number");
  expect((await top(page, "With a code")).y).toBeLessThan((await top(page, "With a QR code")).y);
  await page.getByLabel("Phone number, with its country code").fill("+1 555 704 0001");
  await page.getByRole("button", { name: "Get a code" }).click();
  await heading(page, "Type this code on the phone");
  const code = (await page.locator(".code").textContent()) ?? "";
  expect(code).toMatch(/^\w{4}-\w{4}$/);
  await site.web.control.typeCode("15557040001", code.replace("-", ""));
  await heading(page, "Connected");
  await page.getByText("+15557040001 is connected.").waitFor();
  expect(elsewhere).toEqual([]);
});

test.skipIf(NO_CHROMIUM)(
  "on a large screen, the QR code comes first, is drawn again before it ends, and pairs the number",
  async () => {
    const { channelId, path } = await newLink();
    const { page, elsewhere } = await open(`${proxy.url}${path}`, DESKTOP);
    await heading(page, "Link a WhatsApp number");
    expect((await top(page, "With a QR code")).x).toBeLessThan((await top(page, "With a code")).x);
    await page.getByRole("button", { name: "Show the QR code" }).click();
    await heading(page, "Scan this with the phone");
    const first = await drawn(page);
    const { sql, secrets } = site.daemon;
    const [before] = await sql<{ pairing: string }[]>`
      select pairing from web_sessions where channel_id = ${channelId}`;
    const next = {
      qr: "2@next",
      pairingCode: null,
      passkey: null,
      expiresAt: new Date(Date.now() + 20_000),
      attempt: 2,
    };
    const put = (pairing: string) =>
      sql`update web_sessions set pairing = ${pairing} where channel_id = ${channelId}`;
    await put(sealPairing(secrets, channelId, next));
    await until(async () => qrTextOf(await drawn(page)) === "2@next");
    await until(async () => Number(await page.locator("#seconds").textContent()) <= 20);
    await put(before?.pairing ?? "");
    await site.web.control.scan("15557040002", qrTextOf(first));
    await heading(page, "Connected");
    expect(elsewhere).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)("who waits for one way can choose the other", async () => {
  const { path } = await newLink();
  const { page } = await open(site.daemon.url + path, PHONE);
  await page.getByRole("button", { name: "Show the QR code" }).click();
  await heading(page, "Scan this with the phone");
  await page.getByRole("link", { name: "Type a code instead" }).click();
  await page.getByLabel("Phone number, with its country code").fill("+1 555 704 0003");
  await page.getByRole("button", { name: "Get a code" }).click();
  await heading(page, "Type this code on the phone");
});

test.skipIf(NO_CHROMIUM)("a revoked link says so while its page is open", async () => {
  const { channelId, path } = await newLink();
  const { page } = await open(site.daemon.url + path, PHONE);
  const { body } = await site.daemon.call("GET", `/v1/channels/${channelId}/links`);
  await site.daemon.call("DELETE", `/v1/channels/${channelId}/links/${body.data[0].id}`);
  await heading(page, "This link can't be used");
});

test.skipIf(NO_CHROMIUM)("it works without scripts", async () => {
  const { path } = await newLink();
  const { page } = await open(site.daemon.url + path, { ...PHONE, javaScriptEnabled: false });
  await page.getByRole("button", { name: "Show the QR code" }).click();
  await heading(page, "Scan this with the phone");
  await site.web.control.scan("15557040004", qrTextOf(await drawn(page)));
  await heading(page, "Connected");
});

test("the page is in its reader's language, from where it is written, and so is what it refuses", async () => {
  const { path } = await newLink();
  const ask = async (language: string, request: RequestInit = {}) => {
    const headers = { "accept-language": language, origin: new URL(site.daemon.url).origin };
    return await (await fetch(site.daemon.url + path, { ...request, headers })).text();
  };
  const { PAIRING, PROBLEMS } = await textsIn("ar");
  const shown = await ask("ar-EG, en;q=0.5");
  expect(shown).toContain('<html lang="ar" dir="rtl">');
  expect(shown).toContain(PAIRING.readyTitle);
  const wrong = new URLSearchParams({ method: "pairing_code", phone_number: "not one" });
  expect(await ask("ar", { method: "POST", body: wrong })).toContain(PROBLEMS.invalid_phone_number ?? "");
});
