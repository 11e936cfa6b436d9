/** What messages cost, on the page: nothing without a rate card, then a month's sum, its days and its groups. */
import { expect, test } from "bun:test";
import { defineTemplate } from "../broadcasts/support.ts";
import { receive } from "../inbound/support.ts";
import { lookUntil } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, visit } from "./stage.ts";

const stage = pageStage();
const PRICES = {
  DE: { utility: 0.0456, marketing: 0.1131, service: 0.0412 },
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

test.skipIf(NO_CHROMIUM)("what is scheduled for the rest of the month stands beside it", async () => {
  const { call, channelId } = stage.daemon;
  await call("PUT", "/v1/rate-card", { currency: "EUR", valid_from: "2026-01-01", prices: PRICES });
  const scheduled_at = new Date(Date.now() + 20 * 60_000).toISOString();
  const content = { template: { name: "hello_world", language: { code: "en_US" } } };
  const sent = { channel_id: channelId, to: "4915123456701", type: "template", content, scheduled_at };
  const { id } = (await call("POST", "/v1/messages", sent)).body;
  // on the last evening of a month, nothing is left of it
  const isLeft = scheduled_at.slice(0, 7) === new Date().toISOString().slice(0, 7);
  const page = await stage.open("/costs");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const said = page.getByText("1 message is scheduled for this month: about €0.0456 more");
    if (isLeft) await said.waitFor();
    await keepScreenshot(page, `costs-planned-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await call("POST", `/v1/messages/${id}/cancel`);
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

  await page.goto(`${daemon.url}/costs?group_by=contact`);
  await table.getByRole("link", { name: "+4915123456701" }).click();
  await page.getByText("Cost so far: €0.0456 for 1 message").waitFor();
  await keepScreenshot(page, "contact-cost");

  await page.goto(`${daemon.url}/costs?group_by=template`);
  await table.getByRole("row", { name: /hello_world 2 0 €0\.049/ }).waitFor();
  await page.goto(`${daemon.url}/messages/${id}`);
  await page.getByText("€0.0456, billed").waitFor();
  await page.goto(`${daemon.url}/`);
  await page
    .getByRole("region", { name: "Costs this month" })
    .getByRole("link", { name: "€0.049" })
    .waitFor();
  await keepScreenshot(page, "overview-costs");

  await page.goto(`${daemon.url}/costs?month=2026&group_by=toString`);
  await table.getByRole("row", { name: /€0\.049/ }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/costs?group_by=category");
  await page.getByRole("row", { name: /Utility/ }).waitFor();
  await page.getByRole("img", { name: "Amount by day" }).locator("canvas").waitFor();
  await keepScreenshot(page, "costs-narrow");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("what an answer costs stands beside the box in which it is written", async () => {
  const { daemon } = stage;
  const { sql, channelId, organizationId } = daemon;
  const sent = await receive(daemon, { from: "4915123456701", name: "Ada", kind: "text" });
  const id = sent.conversation_id;
  const cost = async () => (await daemon.call("GET", `/v1/conversations/${id}/answer_cost`)).body;
  expect(await cost()).toEqual({
    amount: 0,
    currency: "EUR",
    type: "free_customer_service",
    free_until: null,
  });
  const page = await stage.open(`/inbox/${id}`, { as: "agent" });
  await page.getByText("An answer is free: one of the first 1,000 of the month.").waitFor();
  const month = (await daemon.sql`select date_trunc('month', now())::date::text as month`)[0]?.month;
  await sql`
    insert into free_answers (organization_id, number, month, answers)
    select organization_id, coalesce(regexp_replace(phone_number, '\\D', '', 'g'), id), ${month}::text::date, 1000
    from channels where organization_id = ${organizationId} and id = ${channelId}`;
  await page.reload();
  await page.getByText("An answer costs about €0.0412.").waitFor();
  expect(await page.getByText("three short answers cost three times").count()).toBe(0);
  await page.getByRole("textbox", { name: "Answer" }).fill("Hello Ada");
  await page.keyboard.press("Enter");
  await page.getByText("three short answers cost three times").waitFor();
  await keepScreenshot(page, "inbox-costs");
  expect(await accessibilityFaults(page)).toEqual([]);
  await sql`
    update conversations set advertised_at = now() - interval '2 hours', free_until = now() + interval '70 hours'
    where id = ${id}`;
  expect(await cost()).toMatchObject({ amount: 0, type: "free_entry_point" });
  await page.reload();
  await page.getByText("Answers are free until").waitFor();
});

test.skipIf(NO_CHROMIUM)("what has no price by the card is said", async () => {
  const { service: _, ...others } = PRICES.DE;
  const prices = { DE: others };
  await stage.daemon.call("PUT", "/v1/rate-card", { currency: "EUR", valid_from: "2026-10-01", prices });
  const page = await stage.open("/costs");
  await page.getByRole("note").getByText("The card has no service prices").waitFor();
  await keepScreenshot(page, "costs-notes");
  expect(await accessibilityFaults(page)).toEqual([]);
});
