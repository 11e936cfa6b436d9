/** The view of channels: what can be changed about a number. */
import { expect, test } from "bun:test";
import { until } from "../support/until.ts";
import { channelsSite, choose } from "./channels-site.ts";
import { qrOnPage } from "./qr-on-page.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { stage, web, newChannel, paired } = await channelsSite();

test.skipIf(NO_CHROMIUM)(
  "a connected number is paused, renamed, disconnected, connected, logged out and deleted",
  async () => {
    const { id, status } = await paired("15557060003");
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

test.skipIf(NO_CHROMIUM)("settings are changed in their words, one and not the others", async () => {
  const id = await newChannel("Paced");
  const page = await stage.open(`/channels/${id}?tab=settings`);
  const settings = async () => (await stage.daemon.call("GET", `/v1/channels/${id}`)).body.settings;
  await page.getByLabel("Shortest pause").fill("9");
  const most = page.getByLabel("Longest pause");
  await most.fill("8000");
  await keepScreenshot(page, "channels-settings");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByRole("alert").waitFor();
  expect(await most.getAttribute("aria-invalid")).toBe("true");
  expect((await settings()).rate.gap_seconds).toEqual({ least: 3, most: 6 });
  await most.fill("12");
  for (const name of ["Rest now and then", "Write to few of them at first"])
    await page.getByText(name).click();
  await page.getByRole("combobox", { name: "Add a kind of message" }).click();
  await page.keyboard.type("Marketing");
  await page.getByRole("option", { name: "Marketing templates" }).click();
  await page.getByRole("button", { name: "High Marketing templates" }).waitFor();
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved").waitFor();
  expect(await settings()).toMatchObject({
    rate: { gap_seconds: { least: 9, most: 12 }, rest: null },
    warmup: null,
    calls: "ignore",
    priority: { template: { MARKETING: "high" } },
  });
  const stored = await stage.daemon.sql`select settings from channels where id = ${id}`;
  expect(Object.keys(stored[0]?.settings)).toEqual(["rate", "warmup", "priority"]);
});

test.skipIf(NO_CHROMIUM)("a number that is emptied is asked for, and is not 0 from then on", async () => {
  const id = await newChannel("Counted");
  const page = await stage.open(`/channels/${id}?tab=settings`);
  const checks = page.getByLabel("Numbers looked up on WhatsApp a day");
  await checks.fill("");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByRole("alert").waitFor();
  expect([await checks.getAttribute("aria-invalid"), await checks.inputValue()]).toEqual(["true", ""]);
  const { settings } = (await stage.daemon.call("GET", `/v1/channels/${id}`)).body;
  expect(settings.number_checks_per_day).toBe(200);
});

test.skipIf(NO_CHROMIUM)(
  "a new number gets a proxy before it connects, shown without its password, and loses it again",
  async () => {
    const page = await stage.open("/channels");
    await page.getByRole("button", { name: "Add number" }).click();
    await page.getByRole("button", { name: /Pair a phone/ }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("Behind a proxy");
    await form.getByLabel("Proxy").fill("socks4://127.0.0.1:1080");
    await form.getByRole("button", { name: "Add and pair" }).click();
    await form.getByText("write socks5:// or http://").first().waitFor();
    await keepScreenshot(page, "channels-proxy");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByLabel("Proxy").fill("socks5://anna:top-secret@127.0.0.1:1080");
    await form.getByRole("button", { name: "Add and pair" }).click();
    await page.getByRole("heading", { name: "Behind a proxy" }).waitFor();
    const id = page.url().split("/").at(-1) ?? "";
    await page.getByRole("tab", { name: "Settings" }).click();
    const proxy = page.getByRole("textbox", { name: "Proxy" });
    expect(await proxy.inputValue()).toBe("socks5://anna:***@127.0.0.1:1080");
    await proxy.fill("");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved").waitFor();
    expect((await stage.daemon.call("GET", `/v1/channels/${id}`)).body.settings.proxy).toBeNull();
  },
);

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
  // the newest stands first, once the list has both
  const revoke = page.getByRole("button", { name: "Revoke" });
  await revoke.nth(1).waitFor();
  await revoke.first().click();
  await page.getByText("Pairing link revoked").waitFor();
  const other = await stage.another(page, new URL(url).pathname);
  await other.getByRole("button", { name: "Show the QR code" }).click();
  await web.control.scan("15557060007", await qrOnPage(other.getByRole("img", { name: "QR code to scan" })));
  await page.getByText("used", { exact: true }).waitFor();
  await keepScreenshot(page, "channels-links");
  expect(await accessibilityFaults(page)).toEqual([]);
});
