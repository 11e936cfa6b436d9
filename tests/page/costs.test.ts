/** What messages cost, on the page: nothing without a rate card, then a month's sum, its days and its groups. */
import { expect, test } from "bun:test";
import { defineTemplate } from "../broadcasts/support.ts";
import { lookUntil } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const PRICES = {
  DE: { utility: 0.0456, marketing: 0.1131 },
  "North America": { utility: 0.0034 },
  Other: { utility: 0.0077 },
};

async function deliver(to: string): Promise<string> {
  const { call, channelId } = stage.daemon;
  const content = { template: { name: "hello_world", language: { code: "en_US" } } };
  const { body } = await call("POST", "/v1/messages", {
    channel_id: channelId,
    to,
    type: "template",
    content,
  });
  await lookUntil(
    async () => (await call("GET", `/v1/messages/${body.id}`)).body,
    ({ cost }) => cost?.state === "billed",
  );
  return body.id;
}

test.skipIf(NO_CHROMIUM)("without a rate card, the view says how one is set", async () => {
  const page = await stage.open("/costs");
  await page.getByRole("heading", { name: "There is no rate card" }).waitFor();
  await page.getByText("waypost rate-card set rates.csv --tiers tiers.csv").waitFor();
  await keepScreenshot(page, "costs-no-card");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("a month's costs are summed, and lead to what they are of", async () => {
  const { daemon } = stage;
  await defineTemplate(daemon, "offer");
  await daemon.call("PUT", "/v1/rate-card", { currency: "EUR", valid_from: "2026-01-01", prices: PRICES });
  const id = await deliver("4915123456701");
  await deliver("14155559001");
  const page = await stage.open("/costs");
  const table = page.getByRole("table", { name: "Costs" });
  await table.getByRole("row", { name: /€0\.049/ }).waitFor();
  await page.getByRole("img", { name: "Amount by day" }).waitFor();
  await keepScreenshot(page, "costs");
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole("button", { name: /By/ }).click();
  await page.getByRole("option", { name: "country" }).click();
  await table.getByRole("row", { name: /Germany 1 0 €0\.0456/ }).waitFor();
  await page.getByRole("searchbox", { name: "Country" }).fill("us");
  await table.getByRole("row", { name: /Germany/ }).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?group_by=country&country=us");
  await page.getByRole("button", { name: "As CLI or curl" }).click();
  await page.getByText("waypost costs --by country --country US").waitFor();
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("costs.csv");

  await page.goto(`${daemon.url}/messages/${id}`);
  await page.getByText("€0.0456, billed").waitFor();
  await page.goto(`${daemon.url}/`);
  await page
    .getByRole("region", { name: "Costs this month" })
    .getByRole("link", { name: "€0.049" })
    .waitFor();
  await keepScreenshot(page, "overview-costs");
});

test.skipIf(NO_CHROMIUM)("it is as useful on a phone", async () => {
  const page = await stage.open("/costs?group_by=category", { width: "narrow" });
  await page.getByRole("row", { name: /Utility/ }).waitFor();
  await page.getByRole("img", { name: "Amount by day" }).locator("canvas").waitFor();
  await keepScreenshot(page, "costs-narrow");
  expect(await accessibilityFaults(page)).toEqual([]);
});
