/** What tests of broadcasts do on the page. */
import type { Page } from "playwright-core";

export const HOSTILE = `<img src=x onerror=alert(1)> "quoted" javascript:alert(1)`;

/** Chooses one of a few. */
export async function choose(page: Page, field: RegExp, option: string): Promise<void> {
  await page.getByRole("button", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

/** Does something that the menu of a broadcast has. */
export async function more(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "More for this broadcast" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
