/** What the tests of imports on the page do with files. */
import type { Page } from "playwright-core";

/** Where a file is imported. */
export const NEW_IMPORT = "/contacts/imports/new";

/** The last button of a name: the list beside may have one, too. */
export function button(page: Page, name: string) {
  return page.getByRole("button", { name }).last();
}

/** Chooses a file by its name and content. */
export async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
}

/** Picks an option. */
export async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("button", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Drops a file where an expression says. */
export async function drop(page: Page, where: string): Promise<void> {
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["phone,name\\n+14155550151,Dropped\\n"], "dropped.csv"));
    for (const type of ["dragenter", "dragover", "drop"])
      ${where}.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }`);
}

/** How many pixels the page is wider than the screen. */
export async function wider(page: Page): Promise<number> {
  return await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}
