/** The view of channels, with a Graph API and a WhatsApp Web that the sandbox plays. */
import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { startWhatsAppWebSandbox } from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { untilStatus } from "../gateway/support.ts";
import { until } from "../support/until.ts";
import { qrOnPage } from "./qr-on-page.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const web = await startWhatsAppWebSandbox({});
const stage = pageStage({ config: { sandbox: true, webSocketUrl: web.url, webRootKey: web.rootKey } });
afterAll(() => web.stop());
const HOSTILE = `<img src=x onerror=alert(1)>"'`;

test.skipIf(NO_CHROMIUM)("a phone is paired by the code on the screen, without a reload", async () => {
  const page = await stage.open("/channels");
  await page.getByRole("button", { name: "Add number" }).click();
  await keepScreenshot(page, "channels-add");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Pair a phone" }).click();
  const form = page.getByRole("dialog", { name: "Pair a phone" });
  await form.getByRole("button", { name: "Add and pair" }).click();
  await form.getByRole("alert").waitFor();
  await form.getByLabel("Name").fill(HOSTILE);
  await form.getByRole("button", { name: "Add and pair" }).click();
  await page.getByRole("heading", { name: HOSTILE }).waitFor();
  await page.getByRole("button", { name: "Show the QR code" }).click();
  const picture = page.getByRole("img", { name: "QR code to scan" });
  await picture.waitFor();
  await page.getByText(/A new one in \d+ s/).waitFor();
  await keepScreenshot(page, "channels-qr");
  expect(await accessibilityFaults(page)).toEqual([]);
  await web.control.scan("15557060001", await qrOnPage(picture));
  await page.getByText("+15557060001 is paired").waitFor();
  await page
    .getByRole("region", { name: "State and what to do" })
    .getByText("connected", { exact: true })
    .waitFor();
  await keepScreenshot(page, "channels-connected");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)(
  "on a phone, the code for it comes first, survives a reload, and pairs",
  async () => {
    const id = await newChannel("By code");
    const page = await stage.open(`/channels/${id}`, { width: "narrow" });
    await page.getByLabel("Phone number, with its country code").fill("nobody");
    await page.getByRole("button", { name: "Get a code" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Phone number, with its country code").fill("+1 555 706 0002");
    await page.getByRole("button", { name: "Get a code" }).click();
    await page.getByRole("heading", { name: "Code to type on the phone" }).waitFor();
    await page.reload();
    const code = await page.getByText(/^\w{4}-\w{4}$/).textContent();
    await keepScreenshot(page, "channels-code-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await web.control.typeCode("15557060002", code?.replace("-", "") ?? "");
    await page.getByText("+15557060002 is paired").waitFor();
  },
);

test.skipIf(NO_CHROMIUM)(
  "a connected number is disconnected, connected, logged out and deleted",
  async () => {
    const { id, status } = await paired("15557060003");
    const page = await stage.open(`/channels/${id}`);
    await choose(page, "Disconnect number");
    await page.getByRole("button", { name: "Connect number" }).click();
    await status("connected");
    await page.getByText("It sends and receives.").waitFor();
    await choose(page, "Log out of the phone");
    await page.getByRole("dialog").getByRole("button", { name: "Log out of the phone" }).click();
    await status("logged_out");
    await page.getByRole("button", { name: "Show the QR code" }).waitFor();
    await choose(page, "Delete channel");
    const dialog = page.getByRole("dialog", { name: "Delete channel" });
    await dialog.getByText("No message waits.").waitFor();
    await keepScreenshot(page, "channels-delete");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete channel" }).click();
    await page.getByText("Channel deleted").waitFor();
    expect((await stage.daemon.call("GET", `/v1/channels/${id}`)).status).toBe(404);
  },
);

test.skipIf(NO_CHROMIUM)(
  "another phone is refused because it is another, and may take the place",
  async () => {
    const { id } = await paired("15557060004");
    await stage.daemon.call("POST", `/v1/channels/${id}/disconnect`, { logout: true });
    const page = await stage.open(`/channels/${id}`);
    await page.getByRole("button", { name: "Show the QR code" }).click();
    const picture = page.getByRole("img", { name: "QR code to scan" });
    await picture.waitFor();
    await web.control.scan("15557060005", await qrOnPage(picture));
    await page.getByText("The phone of +15557060005 was paired").waitFor();
    await keepScreenshot(page, "channels-refused");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Let +15557060005 take its place" }).click();
    await picture.waitFor();
    await web.control.scan("15557060005", await qrOnPage(picture));
    await page.getByText("+15557060005 is paired").waitFor();
  },
);

test.skipIf(NO_CHROMIUM)("sending is paused with a way back, and a channel renamed", async () => {
  const { id } = await paired("15557060006");
  const page = await stage.open(`/channels/${id}`);
  const isPaused = async () => (await stage.daemon.call("GET", `/v1/channels/${id}`)).body.settings.paused;
  await choose(page, "Pause sending");
  await page.getByText("Sending is paused: what is accepted waits").waitFor();
  await keepScreenshot(page, "channels-paused");
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await isPaused()) === false);
  await choose(page, "Pause sending");
  await page.getByRole("button", { name: "Resume sending" }).click();
  await until(async () => (await isPaused()) === false);
  await choose(page, "Rename channel");
  await page.getByRole("textbox", { name: "Name" }).fill("Front desk");
  await page.getByRole("dialog").getByRole("button", { name: "Rename channel" }).click();
  await page.getByRole("heading", { name: "Front desk" }).waitFor();
});

test.skipIf(NO_CHROMIUM)("a sandbox number is there at one press, and sends", async () => {
  const page = await stage.open("/channels");
  await page.getByRole("button", { name: "Add number" }).click();
  await page.getByRole("button", { name: "Add a sandbox number" }).click();
  await page.getByText("It sends and receives.").waitFor();
  const channel_id = page.url().split("/").at(-1);
  const message = { channel_id, to: "15550000001", type: "text", content: { body: "Hello" } };
  const { body } = await stage.daemon.call("POST", "/v1/messages", message);
  await stage.daemon.until(body.id, "delivered", "read");
});

test.skipIf(NO_CHROMIUM)("an official number is added, with the outcome of each step", async () => {
  const { id, access_token } = await numberAtMeta("+1 555 777 0001", true);
  const page = await stage.open("/channels", { width: "narrow" });
  await addOfficial(page, { name: HOSTILE, id: "12x", token: "wrong" });
  await page.getByRole("alert").waitFor();
  await keepScreenshot(page, "channels-official-phone");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Phone number id").fill(id);
  await page.getByRole("dialog").getByRole("button", { name: "Add number" }).click();
  await page.getByRole("dialog").getByText("Invalid OAuth access token").waitFor();
  await keepScreenshot(page, "channels-outcome-refused");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Show the channel" }).click();
  await page.getByRole("button", { name: "Replace access token" }).click();
  const form = page.getByRole("dialog", { name: "Replace access token" });
  await form.getByLabel("Access token").fill("wrong-again");
  await form.getByRole("button", { name: "Replace access token" }).click();
  await form.getByText("Invalid OAuth access token").waitFor();
  await form.getByLabel("Access token").fill(access_token);
  await form.getByRole("button", { name: "Replace access token" }).click();
  await page.getByText("It sends and receives.").waitFor();
});

test.skipIf(NO_CHROMIUM)("a number that never sent is registered by its PIN, at once or later", async () => {
  const first = await numberAtMeta("+1 555 777 0002", false);
  const page = await stage.open("/channels");
  await addOfficial(page, { name: "Registered", id: first.id, token: first.access_token, pin: "314159" });
  await page.getByText("Number registered").waitFor();
  await keepScreenshot(page, "channels-outcome");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Show the channel" }).click();
  await page.getByText("It sends and receives.").waitFor();
  const second = await numberAtMeta("+1 555 777 0003", false);
  await addOfficial(page, { name: "Later", id: second.id, token: second.access_token });
  await page.getByText("not registered with WhatsApp yet").waitFor();
  await page.getByRole("button", { name: "Show the channel" }).click();
  await page.getByRole("button", { name: "Register number" }).click();
  await page.getByLabel("PIN").fill("27182");
  await page.getByRole("dialog").getByRole("button", { name: "Register number" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("PIN").fill("271828");
  await page.getByRole("dialog").getByRole("button", { name: "Register number" }).click();
  await page.getByText("It sends and receives.").waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "settings are changed in a form made of the API's schema, one and not the others",
  async () => {
    const id = await newChannel("Paced");
    const page = await stage.open(`/channels/${id}?tab=settings`);
    const settings = async () => (await stage.daemon.call("GET", `/v1/channels/${id}`)).body.settings;
    await page.getByRole("spinbutton", { name: "Least" }).fill("9");
    await page.getByRole("spinbutton", { name: "Most", exact: true }).fill("8000");
    await keepScreenshot(page, "channels-settings");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByRole("alert").waitFor();
    expect((await settings()).rate.gap_seconds).toEqual({ least: 3, most: 6 });
    await page.getByRole("spinbutton", { name: "Most", exact: true }).fill("12");
    await page.getByRole("group").filter({ hasText: "Warmup" }).getByText("None").click();
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved").waitFor();
    expect(await settings()).toMatchObject({
      rate: { gap_seconds: { least: 9, most: 12 } },
      warmup: null,
      calls: "ignore",
    });
    const stored = await stage.daemon.sql`select settings from channels where id = ${id}`;
    expect(Object.keys(stored[0]?.settings)).toEqual(["rate", "warmup"]);
  },
);

test.skipIf(NO_CHROMIUM)("limits are shown with what is used of them", async () => {
  const page = await stage.open(`/channels/${await newChannel("Limited")}`);
  await page.getByText("0 of 20").waitFor();
  await page.getByText("messages a second, unless it is set").waitFor();
});

test.skipIf(NO_CHROMIUM)("a pairing link is made, shown once, used, and another one revoked", async () => {
  const id = await newChannel("By link");
  const page = await stage.open(`/channels/${id}`);
  await page.getByRole("tab", { name: "Pairing links" }).click();
  await page.getByRole("button", { name: "Make a pairing link" }).click();
  const shown = page.getByRole("dialog", { name: "Pairing link" });
  const url = (await shown.getByText("/pair/wpp_").textContent()) ?? "";
  await keepScreenshot(page, "channels-link");
  expect(await accessibilityFaults(page)).toEqual([]);
  await shown.getByRole("button", { name: "I have stored it" }).click();
  expect(await page.getByText("/pair/wpp_").count()).toBe(0);
  await page.getByRole("button", { name: "Make a pairing link" }).click();
  await shown.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Revoke" }).first().click();
  await page.getByText("Pairing link revoked").waitFor();
  const other = await stage.another(page, new URL(url).pathname);
  await other.getByRole("button", { name: "Show the QR code" }).click();
  await web.control.scan("15557060007", await qrOnPage(other.getByRole("img", { name: "QR code to scan" })));
  await page.getByText("used", { exact: true }).waitFor();
  await keepScreenshot(page, "channels-links");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("who may only read finds the state, and no control", async () => {
  const id = await newChannel("Only seen");
  const page = await stage.open(`/channels/${id}`, { as: "agent" });
  await page.getByText("Not paired yet; connect it.").waitFor();
  expect(await page.getByRole("button", { name: "Add number" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "More for this channel" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Show the QR code" }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("the list shows each number with its state, also on a phone", async () => {
  const page = await stage.open("/channels");
  await page.getByRole("link", { name: HOSTILE }).waitFor();
  await keepScreenshot(page, "channels-list");
  expect(await accessibilityFaults(page)).toEqual([]);
  const phone = await stage.open("/channels", { width: "narrow" });
  await phone.getByRole("link", { name: HOSTILE }).waitFor();
  await keepScreenshot(phone, "channels-list-phone");
  expect(await accessibilityFaults(phone)).toEqual([]);
});

/** A number of the account that the sandbox plays, as its owner finds it at Meta. */
async function numberAtMeta(display_phone_number: string, registered: boolean) {
  const response = await fetch(`${stage.daemon.sandbox.url}/sandbox/phone_numbers`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ display_phone_number, verified_name: "Blue Door", registered }),
  });
  return (await response.json()) as { id: string; access_token: string };
}

type OfficialNumber = { name: string; id: string; token: string; pin?: string };

async function addOfficial(page: Page, { name, id, token, pin = "" }: OfficialNumber): Promise<void> {
  await page.getByRole("button", { name: "Add number" }).click();
  await page.getByRole("button", { name: "Add an official number" }).click();
  const form = page.getByRole("dialog", { name: "Add an official number" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByLabel("Phone number id").fill(id);
  await form.getByLabel("Access token").fill(token);
  await form.getByLabel("PIN").fill(pin);
  await form.getByRole("button", { name: "Add number" }).click();
}

async function newChannel(name: string): Promise<string> {
  const { body } = await stage.daemon.call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name });
  return body.id;
}

/** A channel that is paired with the phone of a number. */
async function paired(number: string) {
  const { call } = stage.daemon;
  const id = await newChannel(`Paired ${number}`);
  const status = (wanted: string) => untilStatus(call)(id, wanted);
  await call("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  await web.control.scan(number, body.qr);
  await status("connected");
  return { id, status };
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "More for this channel" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
