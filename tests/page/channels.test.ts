/** The view of channels: numbers are paired, and shown as they are. */
import { expect, test } from "bun:test";
import { sealPairing } from "../../daemon/gateway/pairing.ts";
import { textsIn } from "../../daemon/page/languages/texts.ts";
import { channelsSite, HOSTILE } from "./channels-site.ts";
import { qrOnPage } from "./qr-on-page.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, visit } from "./stage.ts";

const { stage, web, newChannel } = await channelsSite();

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
  expect(await page.getByRole("region", { name: "Health of the number" }).count()).toBe(0);
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

test.skipIf(NO_CHROMIUM)("a QR code counts down, and the next one takes its place", async () => {
  const id = await newChannel("Slow");
  const { call, sql, secrets } = stage.daemon;
  await call("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  const show = (qr: string, seconds: number, attempt: number) => {
    const expiresAt = new Date(Date.now() + seconds * 1000);
    const pairing = sealPairing(secrets, id, { qr, pairingCode: null, passkey: null, expiresAt, attempt });
    return sql`update web_sessions set pairing = ${pairing} where channel_id = ${id}`;
  };
  await show(body.qr, 8, 1);
  const page = await stage.open(`/channels/${id}`);
  const picture = page.getByRole("img", { name: "QR code to scan" });
  await picture.waitFor();
  expect(await qrOnPage(picture)).toBe(body.qr);
  await page.getByText(/A new one in [1-7] s/).waitFor();
  await page.getByText("Asking WhatsApp for a code").waitFor();
  await show("2@the-next", 60, 2);
  await picture.waitFor();
  expect(await qrOnPage(picture)).toBe("2@the-next");
  await page.getByText(/A new one in (60|5\d) s/).waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "a phone that has scanned is said to have, while its connection takes time",
  async () => {
    const number = "15557060008";
    const page = await stage.open(`/channels/${await newChannel("Scanned")}`);
    await page.getByRole("button", { name: "Show the QR code" }).click();
    const picture = page.getByRole("img", { name: "QR code to scan" });
    await picture.waitFor();
    web.control.fault({ fault: "drop", at: "login", number, times: 3 });
    await web.control.scan(number, await qrOnPage(picture));
    await page.getByText("Scanned. The phone has accepted.").waitFor();
    await page.getByText(`+${number} is paired`).waitFor();
  },
);

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

test.skipIf(NO_CHROMIUM)("who may only read finds the state, and no control", async () => {
  const id = await newChannel("Only seen");
  const page = await stage.open(`/channels/${id}`, { as: "agent" });
  await page.getByRole("region", { name: "State and what to do" }).getByText("Not paired yet").waitFor();
  expect(await page.getByRole("button", { name: "Add number" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "More for this channel" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Show the QR code" }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)(
  "the list shows each number with its state and limits, by platform, also on a phone",
  async () => {
    const page = await stage.open("/channels");
    await page.getByRole("link", { name: HOSTILE }).waitFor();
    await keepScreenshot(page, "channels-list");
    expect(await accessibilityFaults(page)).toEqual([]);
    const id = await newChannel("Limited");
    await visit(page, "/channels?platform=whatsapp_unofficial");
    const table = page.getByRole("table", { name: "Channels" });
    await table.getByRole("link", { name: "Limited" }).waitFor();
    expect(await table.getByText("Official").count()).toBe(0);
    await visit(page, `/channels/${id}`);
    await page.getByText("0 of 20").waitFor();
    await page.getByText("at most one message every 4.5 s, unless it is set").waitFor();
    const phone = await stage.open("/channels", { width: "narrow" });
    await phone.getByRole("link", { name: HOSTILE }).waitFor();
    await keepScreenshot(phone, "channels-list-phone");
    expect(await accessibilityFaults(phone)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)("why a number is as it is, is said in the page's language", async () => {
  const id = await newChannel("Unpaired");
  const { CHANNELS, REASONS } = await textsIn("pt-BR");
  const words = new RegExp(REASONS.not_paired, "i");
  const page = await stage.open("/", { locale: "pt-BR" });
  await page.getByText(words).first().waitFor();
  await page.goto(`${stage.daemon.url}/channels/${id}`);
  await page.getByRole("region", { name: CHANNELS.whatNow }).getByText(words).waitFor();
  const said = "channel_auth_failed: Session has expired";
  await stage.daemon.sql`update channels set status_reason = ${said}, status = 'restricted' where id = ${id}`;
  await page.reload();
  await page
    .getByRole("region", { name: CHANNELS.whatNow })
    .locator("[lang=en]", { hasText: "Session has expired." })
    .waitFor();
});
