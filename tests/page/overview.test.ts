import { expect, test } from "bun:test";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

test.skipIf(NO_CHROMIUM)("the overview says how it is, and looks well on a phone", async () => {
  const page = await stage.open("/");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByText("All channels are connected.").waitFor();
  await keepScreenshot(page, "overview");
  expect(await accessibilityFaults(page)).toEqual([]);
  const phone = await stage.open("/", { width: "narrow" });
  await phone.getByRole("heading", { name: "Overview" }).waitFor();
  await keepScreenshot(phone, "overview-phone");
  expect(await accessibilityFaults(phone)).toEqual([]);
});
