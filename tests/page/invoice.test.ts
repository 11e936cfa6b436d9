/** WhatsApp's invoice on the page of costs, beside what was counted. */
import { expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { RATES, TIERS } from "../../scripts/lab/stage/costs/rates.ts";
import { caller } from "../support/daemon.ts";
import { lookUntil } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

async function deliver(to: string): Promise<void> {
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
}

test.skipIf(NO_CHROMIUM)("a month is compared with the invoice, number by number", async () => {
  const { call, channelId, sandbox } = stage.daemon;
  const prices = { DE: { utility: 0.0456 }, Other: { utility: 0.0077 } };
  await call("PUT", "/v1/rate-card", { currency: "USD", valid_from: "2026-01-01", prices });
  const rates = { rates: RATES, tiers: TIERS, valid_from: "2020-01-01" };
  await caller(sandbox.url, null)("PUT", "/sandbox/rates", rates);
  // has its account read
  await call("PATCH", `/v1/channels/${channelId}`, { access_token: SANDBOX_DEFAULTS.accessToken });
  await deliver("4915123456701");
  await deliver("4915123456702");
  for (const width of ["wide", "narrow"] as const) {
    const page = await stage.open("/costs", { width });
    await page.getByRole("button", { name: "Compare with WhatsApp's invoice" }).click();
    const numbers = page.getByRole("table", { name: "WhatsApp's invoice" });
    await numbers.getByRole("row", { name: /differs 2/ }).waitFor();
    await page.getByText(/2 messages, \$0\.0912 counted/).waitFor();
    // neither a number nor a day is broken into lines
    for (const table of [numbers, page.getByRole("table", { name: "Where they differ" })])
      expect((await table.getByRole("row").nth(1).boundingBox())?.height).toBeLessThan(50);
    await numbers.scrollIntoViewIfNeeded();
    await keepScreenshot(page, `costs-invoice-${width}`);
    await page.getByRole("list", { name: "Why" }).getByText("at another rate").waitFor();
    await keepScreenshot(page, `costs-differences-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
