/** The rules of the inbox, set on the page. */
import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { until } from "../support/until.ts";
import { choose } from "./broadcasts-support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, refusedAt, typeZone } from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)>"'`;

async function kept() {
  return (await stage.daemon.call("GET", "/v1/settings/inbox")).body;
}

async function keep(rules: object): Promise<void> {
  expect((await stage.daemon.call("PUT", "/v1/settings/inbox", rules)).status).toBe(200);
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save rules" }).click();
}

test.skipIf(NO_CHROMIUM)("an admin sets each rule, and takes the hours back with their answer", async () => {
  await keep({});
  const page = await stage.open("/settings/inbox", { as: "admin" });
  await choose(page, /Assign conversations$/, "To the agents in turn");
  await page.getByText("Open closed and snoozed conversations").click();
  await page.getByLabel("Close after quiet days").fill("14");
  await page.getByText("The inbox has opening hours").click();
  await typeZone(page, "Europe/Berlin");
  for (const place of [5, 4, 3]) await page.getByRole("button", { name: `Remove hours ${place}` }).click();
  await page.getByRole("button", { name: "Add hours" }).click();
  const third = page.getByRole("group", { name: "Hours 3" });
  await third.getByRole("button", { name: /Day$/ }).click();
  await page.getByRole("option", { name: "Saturday" }).click();
  await third.getByLabel("From").fill("22:00");
  await third.getByLabel("To").fill("02:00");
  await page.getByText("Answer outside of these hours").click();
  await page.getByLabel("Away answer").fill(HOSTILE);
  await keepScreenshot(page, "inbox-rules");
  expect(await accessibilityFaults(page)).toEqual([]);
  await save(page);
  await page.getByText("Rules saved").waitFor();
  const week = { from: "09:00", to: "18:00" };
  const days = [
    { day: "mon", ...week },
    { day: "tue", ...week },
    { day: "sat", from: "22:00", to: "02:00" },
  ];
  expect(await kept()).toEqual({
    ...{ assign: "round_robin", reopen: false, close_after_days: 14 },
    hours: { zone: "Europe/Berlin", days },
    away: { text: HOSTILE },
  });

  await page.reload();
  await page.getByLabel("Close after quiet days").fill("");
  await page.getByText("The inbox has opening hours").click();
  await save(page);
  await page.getByText("Rules saved").waitFor();
  expect(await kept()).toMatchObject({ reopen: false, close_after_days: null, hours: null, away: null });
});

test.skipIf(NO_CHROMIUM)("what the API refuses stands at its field, and nothing is kept of it", async () => {
  await keep({});
  const page = await stage.open("/settings/inbox", { width: "narrow" });
  const refused = async (field: Locator, error: string) => {
    await save(page);
    await refusedAt(field, error);
  };
  const days = page.getByLabel("Close after quiet days");
  await days.fill("400");
  await refused(days, "less or equal");
  await days.fill("30");
  await page.getByText("The inbox has opening hours").click();
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await typeZone(page, "Atlantis");
  await refused(zone, "is not a time zone");
  await typeZone(page, "Europe/Berlin");
  const to = page.getByRole("group", { name: "Hours 2" }).getByLabel("To");
  await to.fill("09:00");
  await refused(to, "is the same as from");
  await keepScreenshot(page, "inbox-rules-hours-phone");
  await to.fill("17:00");
  await page.getByText("Answer outside of these hours").click();
  await refused(page.getByLabel("Away answer"), "text or template is required");
  await page.getByLabel("Away template").fill("unknown");
  await page.getByLabel("Its language").fill("en");
  await refused(page.getByLabel("Away template"), "no template has this name and language");
  await keepScreenshot(page, "inbox-rules-refused-phone");
  expect(await accessibilityFaults(page)).toEqual([]);
  // neither wider than the phone, nor with anything below its navigation
  const root = "document.documentElement";
  for (const side of ["Width", "Height"])
    expect(await page.evaluate<number>(`${root}.scroll${side} - ${root}.client${side}`)).toBe(0);
  expect(await kept()).toMatchObject({ close_after_days: null, hours: null, away: null });
});

test.skipIf(NO_CHROMIUM)("another tab shows what was saved, and keeps what is typed in it", async () => {
  await keep({ close_after_days: 7 });
  const page = await stage.open("/settings/inbox");
  const tab = await stage.another(page, "/settings/inbox");
  await tab.getByText("The inbox has opening hours").click();
  await typeZone(tab, "Asia/Tokyo");
  await page.bringToFront();
  await page.getByLabel("Close after quiet days").fill("21");
  await save(page);
  await page.getByText("Rules saved").waitFor();
  await tab.bringToFront();
  await until(async () => (await tab.getByLabel("Close after quiet days").inputValue()) === "21");
  expect(await tab.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Asia/Tokyo");
  await save(tab);
  await tab.getByText("Rules saved").waitFor();
  expect(await kept()).toMatchObject({ close_after_days: 21, hours: { zone: "Asia/Tokyo" } });
});
