/** Budgets on the page: created, changed and deleted. */
import { expect, test } from "bun:test";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, typeZone } from "./stage.ts";

const stage = pageStage();
const { daemon } = stage;

test.skipIf(NO_CHROMIUM)("a budget is created for a channel, changed and deleted", async () => {
  const page = await stage.open("/budgets");
  await page.getByText("No budget yet").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Create budget" }).first().click();
  const form = page.getByRole("dialog", { name: "Create budget" });
  await form.getByRole("button", { name: /For/ }).click();
  await page.getByRole("option", { name: "a channel" }).click();
  await form.getByLabel("Amount").fill("250.5");
  await typeZone(form, "Mars/Olympus");
  const send = form.getByRole("button", { name: "Create budget" });
  await send.click();
  await form.getByText("is not a time zone such as Europe/Berlin").first().waitFor();
  await typeZone(form, "Europe/Berlin");
  await send.click();
  await form.getByText("name the channel that the budget is for").first().waitFor();
  await form.getByRole("button", { name: /Which one/ }).click();
  await page.getByRole("option", { name: "Sandbox" }).click();
  await keepScreenshot(page, "budgets-form");
  expect(await accessibilityFaults(page)).toEqual([]);
  await send.click();
  await form.waitFor({ state: "detached" });
  const [budget] = (await daemon.call("GET", "/v1/budgets")).body.data;
  expect(budget).toMatchObject({
    ...{ scope: "channel", scope_id: daemon.channelId, amount: 250.5, currency: "EUR", warn_at: 0.8 },
    ...{ time_zone: "Europe/Berlin", period: "month", stop: "marketing" },
  });
  await page.getByRole("link", { name: "Sandbox" }).click();
  const detail = page.getByRole("region", { name: "€0.00 / €250.50" });
  await detail.getByText("has room").waitFor();
  await keepScreenshot(page, "budgets-detail");
  expect(await accessibilityFaults(page)).toEqual([]);
  await detail.getByRole("button", { name: "Change" }).click();
  const change = page.getByRole("dialog", { name: "Change" });
  await change.getByLabel("Amount").fill("0");
  await change.getByLabel("Warn at").fill("50");
  await change.getByRole("button", { name: "Save budget" }).click();
  const changed = page.getByRole("region", { name: "€0.00 / €0.00" });
  await changed.getByText("spent", { exact: true }).waitFor();
  await changed.getByText("50%").waitFor();
  await changed.getByRole("button", { name: "Delete budget" }).click();
  await page
    .getByRole("dialog", { name: "Delete budget" })
    .getByRole("button", { name: "Delete budget" })
    .click();
  await page.getByText("No budget yet").waitFor();
});
