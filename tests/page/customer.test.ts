/** Somebody who has just started the sandbox: a customer writes at a press, and is answered. */
import { expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const daemon = ownDaemon({ config: { sandbox: true } });
const stage = pageStage(daemon);

test.skipIf(NO_CHROMIUM)(
  "the first steps of the sandbox are done by the person, and the last leads to WhatsApp",
  async () => {
    await daemon.call("POST", "/v1/channels/sandbox");
    const page = await stage.open("/");
    const steps = page.getByRole("region", { name: "First steps" }).getByRole("listitem");
    const done = (text: string) => steps.filter({ hasText: text }).getByLabel("Done");
    await steps.filter({ hasText: "Let somebody write to you" }).waitFor();
    expect(await done("Let somebody write to you").count()).toBe(0);
    await page.getByRole("button", { name: "Play a customer" }).click();
    await keepScreenshot(page, "customer");
    await page.getByRole("menuitem", { name: "Asks a question" }).click();
    await done("Let somebody write to you").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Answer in the inbox" }).click();
    await page.getByRole("link", { name: /Is my table ready\?/ }).click();
    await page.getByRole("textbox", { name: "Answer" }).fill("It is.");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("It is.").waitFor();
    await page.goto(`${daemon.url}/`);
    await done("Answer in the inbox").waitFor();
    await steps.filter({ hasText: "waypostd serve" }).waitFor();
  },
);

test.skipIf(NO_CHROMIUM)("on a phone the bar of the sandbox fits", async () => {
  const page = await stage.open("/", { width: "narrow" });
  await page.getByRole("button", { name: "Play a customer" }).waitFor();
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  await keepScreenshot(page, "customer-phone");
});
