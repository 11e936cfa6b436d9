/** What others write is text on every view, whatever they write. */
import { expect, test } from "bun:test";
import { NO_CHROMIUM } from "../support/browser.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { writeHostile } from "./hostile/data.ts";
import { faultsOn } from "./hostile/look.ts";
import { MARKUP, REVERSED } from "./hostile/texts.ts";
import { pageStage } from "./stage.ts";

const stage = pageStage();
/** Each shows some of them beside each other. */
const LISTS = [
  ...[
    "/",
    "/inbox",
    "/contacts",
    "/contacts/imports",
    "/broadcasts",
    "/templates",
    "/channels",
    "/webhooks",
    "/webhooks/deliveries",
    "/messages",
  ],
  ...[
    "/settings/quick-replies",
    "/settings/keys",
    "/settings/requests",
    "/settings/users",
    "/settings/audit",
    "/settings/account",
  ],
];

test.skipIf(NO_CHROMIUM)(
  "hostile names, texts, files, headers and answers stay text, on wide and narrow screens",
  async () => {
    const addresses = await writeHostile(stage.daemon);
    const page = await stage.open("/");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const faults: string[] = [];
    let shown = 0;
    // within the page, as its links do
    const go = (address?: string) => page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
    for (const address of [...LISTS, ...addresses]) {
      await go(address);
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
      await until(async () => (await page.getByRole("status", { name: "Loading" }).count()) === 0);
      if ((await page.locator("#main").textContent())?.includes(MARKUP)) shown++;
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        for (const fault of await faultsOn(page, REVERSED)) faults.push(`${address} of ${width}: ${fault}`);
      }
    }
    // who can be mentioned, over the box of a conversation
    await go(addresses.find((address) => address.startsWith("/inbox/")));
    await page.getByRole("button", { name: "Note", exact: true }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("@");
    await page.getByRole("option", { name: `@${MARKUP}` }).waitFor();
    for (const fault of await faultsOn(page, REVERSED)) faults.push(`mentions: ${fault}`);
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(15);
  },
  LONG_MS,
);
