/** Rate cards on the page of costs: set from a file or as text, asked about, replaced and deleted. */
import { expect, test } from "bun:test";
import { lookUntil } from "../support/until.ts";
import { accessibilityFaults, chooseCurrency, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

const CSV = `Market,Currency,Marketing,Utility,Authentication,Service
Germany,EUR,0.1131,0.0456,0.0456,0.0456
India,EUR,0.0107,0.0014,0.0014,0.0014
Other,EUR,0.0604,0.0077,0.0077,0.0077
`;
const card = async () => (await stage.daemon.call("GET", "/v1/rate-card")).body.card;

test.skipIf(NO_CHROMIUM)(
  "the first card is set from a file, and one with ten times a price is asked about",
  async () => {
    const page = await stage.open("/costs", { width: "narrow" });
    await page.getByRole("button", { name: "Set rate card" }).click();
    const form = page.getByRole("dialog", { name: "Set rate card" });
    const set = form.getByRole("button", { name: "Set rate card" });
    const text = form.getByRole("textbox", { name: "Rates as text" });
    await text.fill("{ no JSON");
    await form.getByText("This JSON can't be read.").waitFor();
    expect(await set.isDisabled()).toBe(true);
    await form.getByLabel("Rates", { exact: true }).setInputFiles({
      ...{ name: "eur-rates.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) },
    });
    await form.getByLabel("Valid from").fill("2026-10-01");
    await keepScreenshot(page, "rate-card-form-narrow");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByText("Volume tiers").click();
    await form.getByRole("textbox", { name: "Tiers as text" }).fill("no tiers");
    await set.click();
    await form.getByText("no line of it is a heading").first().waitFor();
    await form.getByRole("textbox", { name: "Tiers as text" }).fill("");
    await set.click();
    await form.waitFor({ state: "detached" });
    expect(await card()).toMatchObject({ currency: "EUR", valid_from: "2026-10-01" });

    await page.getByRole("button", { name: "Set rate card" }).click();
    await text.fill(CSV.replace("0.1131", "1.131"));
    await chooseCurrency(page, form, "usd");
    await set.click();
    await form.getByText("the file is in EUR").first().waitFor();
    await chooseCurrency(page, form, "eur");
    await form.getByLabel("Valid from").fill("2026-11-01");
    await set.click();
    await form
      .getByRole("alert")
      .getByText(/Germany, marketing: 1\.131 is ten times off/)
      .waitFor();
    await keepScreenshot(page, "rate-card-unlikely-narrow");
    await form.getByRole("button", { name: "Set it all the same" }).click();
    await form.waitFor({ state: "detached" });
    expect(await card()).toMatchObject({
      valid_from: "2026-11-01",
      prices: { Germany: { marketing: 1.131 } },
    });
  },
);

test.skipIf(NO_CHROMIUM)("cards are listed with their days, replaced by JSON, and deleted", async () => {
  const page = await stage.open("/costs");
  await page.getByRole("button", { name: "Rate cards" }).click();
  const table = page.getByRole("table", { name: "Rate cards" });
  await table.getByRole("row", { name: /Oct 1, 2026 Oct 31, 2026 EUR/ }).waitFor();
  await page.getByRole("button", { name: "Set rate card" }).click();
  const form = page.getByRole("dialog", { name: "Set rate card" });
  await keepScreenshot(page, "rate-card-form");
  const own = { currency: "EUR", valid_from: "2026-11-01", prices: { Germany: { marketing: 0.12 } } };
  await form.getByRole("textbox", { name: "Rates as text" }).fill(JSON.stringify(own));
  expect(await form.getByText("Volume tiers").count()).toBe(0);
  await form.getByRole("button", { name: "Set rate card" }).click();
  await form.waitFor({ state: "detached" });
  await lookUntil(card, ({ prices }) => prices.Germany.marketing === 0.12);

  await keepScreenshot(page, "rate-cards");
  expect(await accessibilityFaults(page)).toEqual([]);
  await table.getByRole("button", { name: "Delete the rate card in EUR from Nov 1, 2026" }).click();
  await page.getByRole("button", { name: "Delete rate card" }).click();
  await table.getByRole("row", { name: /Oct 1, 2026 Until another follows EUR/ }).waitFor();
});

test.skipIf(NO_CHROMIUM)("prices are typed by country, on those of the card before", async () => {
  const prices = {
    Germany: {
      utility: [
        { above: 0, amount: 0.05 },
        { above: 1000, amount: 0.04 },
      ],
    },
  };
  const first = { currency: "EUR", valid_from: "2026-10-01", prices };
  await stage.daemon.call("PUT", "/v1/rate-card", first);
  const page = await stage.open("/costs", { width: "narrow" });
  await page.getByRole("button", { name: "Set rate card" }).click();
  const form = page.getByRole("dialog", { name: "Set rate card" });
  await form.getByRole("button", { name: /Where do the prices come from/ }).click();
  await page.getByRole("option", { name: "They are typed here" }).click();
  await form.getByRole("group", { name: "Germany" }).getByLabel("Utility").fill("0.06");
  await form.getByRole("button", { name: "Add a country" }).click();
  const added = form.getByRole("group", { name: "New country" });
  await added.getByLabel("Marketing").fill("0.11");
  await added.getByRole("combobox", { name: "Country or region" }).click();
  await page.keyboard.type("Mexico");
  await page.getByRole("option", { name: "Mexico" }).click();
  await form.getByRole("group", { name: "Mexico" }).waitFor();
  await form.getByLabel("Valid from").fill("2026-11-02");
  await keepScreenshot(page, "rate-card-typed-narrow");
  await page.setViewportSize({ width: 1280, height: 844 });
  await keepScreenshot(page, "rate-card-typed-wide");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Set rate card" }).click();
  await form.waitFor({ state: "detached" });
  const typed = {
    Germany: {
      utility: [
        { above: 0, amount: 0.06 },
        { above: 1000, amount: 0.04 },
      ],
    },
  };
  expect((await card()).prices).toMatchObject({ ...typed, MX: { marketing: 0.11 } });
});

test.skipIf(NO_CHROMIUM)("who may not change them sees them only", async () => {
  const page = await stage.open("/costs", { as: "admin" });
  await page.getByRole("button", { name: "Rate cards" }).click();
  await page.getByRole("table", { name: "Rate cards" }).getByRole("row", { name: /EUR/ }).first().waitFor();
  expect(await page.getByRole("button", { name: /Set rate card|Delete the rate card/ }).count()).toBe(0);
});
