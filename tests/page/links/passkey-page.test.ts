/**
 * The page of a passkey in a real Chromium, whose virtual authenticator has the passkey of a phone of the sandbox: with the
 * line to paste, and with the extension. What answers as web.whatsapp.com is an empty page with WhatsApp's kind of policy.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually } from "../../support/until.ts";
import { accessibilityFaults } from "../stage.ts";

const executablePath = process.env.CHROMIUM_PATH || Bun.which("chromium");
if (!executablePath)
  process.stdout.write("There is no chromium (CHROMIUM_PATH): passkeys are not used in it.\n");
const EXTENSION = join(import.meta.dir, "../../../daemon/page/extension");

let site: PairingSite;
let context: BrowserContext;
let numbers = 15_557_014_000;

beforeAll(async () => {
  if (!executablePath) return;
  site = await startPairingSite();
  context = await chromium.launchPersistentContext(temporaryFolder("passkey-browser"), {
    executablePath,
    // the older headless mode has no extensions
    headless: false,
    args: [
      ...["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
      ...[`--disable-extensions-except=${EXTENSION}`, `--load-extension=${EXTENSION}`],
      "--disable-features=DisableLoadExtensionCommandLineSwitch",
    ],
  });
  await context.route("https://web.whatsapp.com/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": "default-src 'self'; connect-src 'self'; form-action 'none'" },
      body: "<!doctype html><title>WhatsApp Web</title><h1>WhatsApp Web</h1>",
    }),
  );
});
afterAll(async () => {
  await context?.close();
  await site?.stop();
});

/** A channel whose phone waits for the passkey, and a page of the browser that has it. */
async function waiting() {
  const number = String(++numbers);
  const { control } = site.web;
  const { call } = site.daemon;
  control.passkeys.setDemand(number, "with_challenge");
  const id = await site.newChannel();
  await call("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  const linked = control.scan(number, body.qr);
  linked.catch(() => {});
  const url: string = await eventually("the passkey's page", async () => {
    const { body: shown } = await call("GET", `/v1/channels/${id}/qr`);
    return shown.passkey?.url;
  });
  const page = await context.newPage();
  await addAuthenticator(page, number);
  return { id, number, linked, url, page };
}

/** A page of another browser, as large as a phone, which has no passkey. */
async function openOnPhone(url: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  return page;
}

/** Chromium's virtual authenticator, with the number's passkey. */
async function addAuthenticator(page: Page, number: string): Promise<void> {
  const { rp_id, credential_id, private_key, user_handle } = site.web.control.passkeys.state(number);
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const inBase64 = (text: string) => Buffer.from(text, "base64url").toString("base64");
  await session.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: {
      ...{ credentialId: inBase64(credential_id), isResidentCredential: true, rpId: rp_id },
      ...{ privateKey: private_key, userHandle: inBase64(user_handle), signCount: 0 },
    },
  });
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

/** Compares the codes, and confirms on both sides. */
async function finish({ id, number, linked, page }: Awaited<ReturnType<typeof waiting>>): Promise<void> {
  await heading(page, "Compare this code with the phone's");
  const code = await page.locator(".code").textContent();
  expect(site.web.control.passkeys.state(number).code).toBe(code);
  await page.getByRole("button", { name: "The codes are the same" }).click();
  await heading(page, "Confirmed here");
  site.web.control.passkeys.answer(number, true);
  await linked;
  await site.until(id, "connected");
  await heading(page, "Nothing more to do here");
  await page.close();
}

test.skipIf(!executablePath)(
  "the line that is pasted signs, comes back, and the number is linked",
  async () => {
    const all = await waiting();
    const { page, url } = all;
    await page.goto(url);
    await heading(page, "Use the passkey of the number");
    const line = await page.getByLabel("Line to paste").inputValue();
    await page.goto("https://web.whatsapp.com/");
    const isBack = page.waitForURL((now) => now.href.startsWith(url));
    await page.evaluate(line);
    await isBack;
    await finish(all);
  },
);

test.skipIf(!executablePath)("the extension asks, signs, comes back, and the number is linked", async () => {
  const all = await waiting();
  const { page, url } = all;
  await page.goto(url);
  await page.getByRole("link", { name: "Go to web.whatsapp.com" }).click();
  await page.waitForURL("https://web.whatsapp.com/");
  // its question is closed to pages: the keyboard reaches it as it does for anybody
  await eventually("the extension's question", async () => {
    await page.keyboard.press("Tab");
    return await page.evaluate("document.activeElement !== document.body");
  });
  const isBack = page.waitForURL((now) => now.href.startsWith(url));
  await page.keyboard.press("Enter");
  await isBack;
  await finish(all);
});

test.skipIf(!executablePath)(
  "a pairing link on a phone leads there, and another browser sees the code, too",
  async () => {
    const all = await waiting();
    const { id, page, url } = all;
    const { body } = await site.daemon.call("POST", `/v1/channels/${id}/links`);
    const phone = await openOnPhone(body.url);
    await heading(phone, "WhatsApp wants a passkey");
    expect(await accessibilityFaults(phone)).toEqual([]);
    await phone.getByRole("link", { name: "Use the passkey" }).click();
    await heading(phone, "Use the passkey of the number");
    expect(phone.url()).toBe(url);
    expect(await accessibilityFaults(phone)).toEqual([]);
    const line = await phone.getByLabel("Line to paste").inputValue();
    await page.goto("https://web.whatsapp.com/");
    const isBack = page.waitForURL((now) => now.href.startsWith(url));
    await page.evaluate(line);
    await isBack;
    // what was signed is of no use a second time, in whichever browser
    await heading(phone, "Compare this code with the phone's");
    expect(await accessibilityFaults(phone)).toEqual([]);
    expect(await phone.locator(".code").textContent()).toBe(await page.locator(".code").textContent());
    await finish(all);
    await heading(phone, "Nothing more to do here");
    await phone.close();
  },
);

test.skipIf(!executablePath)(
  "what comes back and is no signature is said; another code ends the pairing",
  async () => {
    const { id, number, linked, url, page } = await waiting();
    await page.goto(`${url}#${btoa("{}")}`);
    await page.getByRole("alert").getByText("This was not taken").waitFor();
    expect(page.url()).toBe(url);
    await page.goto("about:blank");
    await page.goto(`${url}#%%%`);
    await page.getByRole("alert").getByText("no signature of a passkey").waitFor();
    const { body } = await site.daemon.call("GET", `/v1/channels/${id}/qr`);
    const assertion = site.web.control.passkeys.sign(number, body.passkey.options);
    await page.goto("about:blank");
    await page.goto(`${url}#${btoa(JSON.stringify(assertion))}`);
    await heading(page, "Compare this code with the phone's");
    await page.getByRole("button", { name: "The phone shows another code" }).click();
    await heading(page, "Nothing more to do here");
    const { status_reason } = await site.until(id, "disconnected");
    expect(status_reason).toContain("the phone showed another code");
    await expect(linked).rejects.toMatchObject({ status: 504 });
    await page.close();
  },
);

test.skipIf(!executablePath)("the extension does nothing for others than a page of Waypost", async () => {
  const asked = (url: string, rpId = "whatsapp.com") =>
    `#waypost-passkey=${Buffer.from(JSON.stringify({ options: { rpId }, url })).toString("base64url")}`;
  const page = await context.newPage();
  for (const hash of [
    "#waypost-passkey=%%%",
    "#waypost-passkey=",
    asked("javascript:alert(1)//passkey/wpk_"),
    asked("https://evil.example/elsewhere"),
    asked("https://waypost.example/passkey/wpk_1", "example.com"),
  ]) {
    await page.goto("about:blank");
    await page.goto(`https://web.whatsapp.com/${hash}`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.documentElement.children.length")).toBe(2);
  }
  await page.close();
});
