/** The view of channels: another phone was paired, and somebody chooses which number it is from now. */
import { expect, test } from "bun:test";
import { channelsSite } from "./channels-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { stage, web, paired } = await channelsSite();
const [OWN, OTHER] = ["15557060021", "15557060022"];

test.skipIf(NO_CHROMIUM)("the other number takes the place, once what goes along was read", async () => {
  const { id, status } = await paired(OWN);
  const path = `/v1/channels/${id}`;
  await stage.daemon.call("POST", `${path}/disconnect`, { logout: true });
  await status("logged_out");
  await stage.daemon.call("POST", `${path}/connect`, {});
  const { body } = await stage.daemon.call("GET", `${path}/qr?wait=20`);
  await web.control.scan(OTHER, body.qr);
  await status("disconnected");
  const page = await stage.open(`/channels/${id}`);
  await page.getByText(`Before: +${OWN}. Now: +${OTHER}, whose phone was paired.`).waitFor();
  await page.getByRole("button", { name: "Show the QR code" }).waitFor();
  await page.getByRole("button", { name: `Let +${OTHER} take its place` }).click();
  const dialog = page.getByRole("dialog", { name: `Let +${OTHER} take its place` });
  await dialog.getByText("Messages and broadcasts that wait are cancelled").waitFor();
  await dialog.getByText(`Send what waits from +${OTHER}`).click();
  await dialog.getByText(`Messages and broadcasts that wait are sent from +${OTHER}`).waitFor();
  await keepScreenshot(page, "channels-replace");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: `Let +${OTHER} take its place` }).click();
  await status("connected");
  await page.getByText("It sends and receives.").waitFor();
  const { body: channel } = await stage.daemon.call("GET", path);
  expect(channel).toMatchObject({ phone_number: `+${OTHER}`, offered_number: null });
  const { body: log } = await stage.daemon.call("GET", "/v1/audit?action=channel.number_changed");
  expect(log.data[0]).toMatchObject({ actor: { type: "user" }, changes: { waiting: "keep" } });
});
