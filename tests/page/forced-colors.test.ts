/** In colours that the user forces on all pages, what is told by colour can still be told. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const backgroundOf = async (page: Page, expression: string, pseudo = "") =>
  await page.evaluate<string>(`getComputedStyle(${expression}, ${JSON.stringify(pseudo)}).backgroundColor`);

test.skipIf(NO_CHROMIUM)("dots of states and legends of plots keep their colours", async () => {
  const page = await stage.open("/");
  await page.emulateMedia({ forcedColors: "active" });
  const paper = await backgroundOf(page, "document.body");
  const legend = "document.querySelector('figcaption > span:not(:first-child)')";
  await page.locator("figcaption > span").nth(1).waitFor();
  expect(await backgroundOf(page, legend, "::before")).not.toBe(paper);
  await keepScreenshot(page, "forced-colors");
  await page.goto(`${stage.daemon.url}/channels`);
  await page.getByRole("row", { name: /connected/ }).waitFor();
  const dot = "[...document.querySelectorAll('td span')].find((one) => one.textContent === '')";
  expect(await backgroundOf(page, dot)).not.toBe(paper);
});
