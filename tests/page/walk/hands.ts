/** The two ways in which somebody uses the page: by pointing, or by the keys alone. */
import type { Locator, Page } from "playwright-core";
import { until } from "../../support/until.ts";

export type Hands = {
  /** Goes to a view by its name. */
  go(view: string): Promise<void>;
  /** Presses a button or follows a link. */
  press(control: Locator): Promise<void>;
  /** Ticks a box. */
  tick(box: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Gives a field a file, by its name and text. */
  give(field: Locator, name: string, text: string): Promise<void>;
  /** Chooses from the list that a button opens. */
  choose(button: Locator, option: string | RegExp): Promise<void>;
};

/** A mouse, or a thumb. */
export function pointing(page: Page): Hands {
  return {
    async go(view) {
      const more = page.getByRole("button", { name: "More", exact: true });
      if (await more.isVisible()) await more.click();
      await page
        .getByLabel("Navigation", { exact: true })
        .getByRole("link", { name: view, exact: true })
        .click();
    },
    press: (control) => control.click(),
    // its label, which is what is seen of it
    tick: (box) => box.locator("xpath=ancestor::label").click(),
    write: (field, text) => field.fill(text),
    give: (field, name, text) => field.setInputFiles(csv(name, text)),
    async choose(button, name) {
      await button.click();
      await page.getByRole("option", { name }).click();
    },
  };
}

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** More than any view has places for the focus. */
const MOST_STEPS = 200;

/** How long a chooser may take to open. */
const PATIENCE_MS = 2000;

/** No pointer: Tab from place to place, the page's own keys, arrows in lists. */
export function typing(page: Page): Hands {
  async function reach(control: Locator): Promise<void> {
    await control.waitFor();
    for (let step = 0; step < MOST_STEPS; step++) {
      if ((await control.and(page.locator(":focus")).count()) === 1) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab never reaches ${control}`);
  }
  return {
    async go(view) {
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox", { name: "Find views, people and conversations" }).waitFor();
      await page.keyboard.type(view);
      const found = page.getByRole("menuitem", { name: view, exact: true });
      await found.and(page.locator("[data-focused]")).waitFor();
      await page.keyboard.press("Enter");
    },
    async press(control) {
      await reach(control);
      await page.keyboard.press("Enter");
    },
    async tick(box) {
      await reach(box);
      await page.keyboard.press("Space");
    },
    async write(field, text) {
      await reach(field);
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    },
    async give(field, name, text) {
      const asked = page.waitForEvent("filechooser");
      const isAsked = asked.then(() => true);
      // again, as somebody does who sees nothing open
      await until(async () => {
        await reach(field);
        await page.keyboard.press("Space");
        return await Promise.race([isAsked, Bun.sleep(PATIENCE_MS).then(() => false)]);
      });
      await (await asked).setFiles(csv(name, text));
    },
    async choose(button, name) {
      await reach(button);
      await page.keyboard.press("Enter");
      const wanted = page.getByRole("option", { name }).and(page.locator("[data-focused]"));
      await page.getByRole("option", { name }).waitFor();
      for (let step = 0; step < MOST_STEPS && (await wanted.count()) === 0; step++)
        await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    },
  };
}
