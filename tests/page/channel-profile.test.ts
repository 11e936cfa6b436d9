/** What a paired number shows of itself: seen and changed on its page. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { trust } from "../../daemon/sandbox/whatsapp-web/wire/trust.ts";
import { hasFfmpeg } from "../support/ffmpeg.ts";
import { photo } from "../support/pictures.ts";
import { until } from "../support/until.ts";
import { channelsSite } from "./channels-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { stage, web, paired } = await channelsSite();
// its files are on a host with a certificate of its own
trust(web.certificate);

const widthOf = (page: Page) =>
  page.getByAltText("Picture").evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);

test.skipIf(NO_CHROMIUM || !hasFfmpeg)("name, text and picture are changed in one form", async () => {
  const { id } = await paired("15557010077");
  const page = await stage.open(`/channels/${id}`);
  await page.getByRole("button", { name: "Change profile" }).click();
  const form = page.getByRole("dialog", { name: "Change profile" });
  await form.getByRole("textbox", { name: "Name" }).fill("Blue Door Café");
  await form.getByRole("textbox", { name: "About" }).fill("Open until six");
  const buffer = Buffer.from(await photo(300, 200));
  await form.locator("input[type=file]").setInputFiles({ name: "front.jpg", mimeType: "image/jpeg", buffer });
  await form.getByText("front.jpg").waitFor();
  await keepScreenshot(page, "channel-profile-form");
  expect(await accessibilityFaults(page)).toEqual([]);
  const before = await page.getByAltText("Picture").getAttribute("src");
  await form.getByRole("button", { name: "Save profile" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText("Open until six").waitFor();
  await until(async () => (await page.getByAltText("Picture").getAttribute("src")) !== before);
  await page.getByAltText("Picture").scrollIntoViewIfNeeded();
  await keepScreenshot(page, "channel-profile");
  await until(async () => (await widthOf(page)) === 80);
  const { body } = await stage.daemon.call("GET", `/v1/channels/${id}/profile`);
  expect([body.name, body.about]).toEqual(["Blue Door Café", "Open until six"]);
});
