/** The audit log on the page: what was read of people on demand, and whether the log is whole. */
import { expect, test } from "bun:test";
import { hear } from "../conversations/support.ts";
import { until } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

test.skipIf(NO_CHROMIUM)("reads of people are shown once somebody wants them", async () => {
  const { daemon } = stage;
  await hear(daemon, "14155577001");
  await daemon.call("GET", "/v1/contacts/phone/14155577001");
  await until(async () => (await daemon.call("GET", "/v1/audit?action=read.contact")).body.data.length === 1);
  await daemon.call("POST", "/v1/api-keys", { name: "Desk", permissions: ["events:read"] });
  const page = await stage.open("/settings/audit");
  await page.getByRole("link", { name: "key.created" }).first().waitFor();
  expect(await page.getByRole("link", { name: "read.contact" }).count()).toBe(0);
  await page.getByRole("button", { name: /Kind/ }).click();
  await page.getByRole("option", { name: "Read" }).click();
  await page.getByRole("link", { name: "read.contact" }).first().waitFor();
  await keepScreenshot(page, "audit-reads");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("the log says since when it is whole, or that it was changed", async () => {
  const { sql, call, organizationId } = stage.daemon;
  await until(async () => (await call("GET", "/v1/audit/head")).body.position > 0);
  const page = await stage.open("/settings/audit");
  await page.getByText(/^Whole since /).waitFor();
  await keepScreenshot(page, "audit-whole");
  await sql`update audit_chains set broken_at = now() where organization_id = ${organizationId}`;
  await page.reload();
  await page.getByText(/^Changed past Waypost, noticed on /).waitFor();
  await keepScreenshot(page, "audit-broken");
});
