/** For somebody who has set their browser to letters of twice the size, everything grows with them. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { sees, sendEveryType, threadSite } from "./inbox-thread-site.ts";
import { keepScreenshot, NO_CHROMIUM, visit } from "./stage.ts";

const site = threadSite();

/** What stands beyond the screen, and text that its own place cuts off; what scrolls or shortens on purpose is neither. */
const CUT = `[...document.querySelectorAll("body, main *")].flatMap((one) => {
  const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(one);
  const name = one.localName + "." + one.className + " " + one.textContent.slice(0, 40);
  const isUnseen = position === "absolute" || one.closest("[aria-hidden], ul[class*=cards]");
  if (isUnseen || one.clientWidth === 0) return [];
  const isWide = overflowX === "auto" && one.scrollWidth > one.clientWidth + 1;
  const isLow = overflowY === "hidden" && webkitLineClamp === "none" && one.scrollHeight > one.clientHeight + 2;
  return [isWide && "wide: " + name, isLow && "low: " + name].filter(Boolean);
})`;

/** Doubles the browser's own size of text, as its settings do. */
async function withLargeText(page: Page): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.reload();
}

for (const width of ["wide", "narrow"] as const)
  test.skipIf(NO_CHROMIUM)(
    `nothing is cut or stands beyond a ${width} screen in letters of twice the size`,
    async () => {
      const thread = await site.hearMany("14155566701", ["A table for four on Friday, by the window?"]);
      await sendEveryType(site.daemon, thread);
      const page = await site.open("/", { width, isFresh: true });
      await withLargeText(page);
      await page.getByRole("region", { name: "Messages a minute" }).waitFor();
      const found: Record<string, string[]> = {};
      for (const path of [
        "/",
        "/inbox",
        `/inbox/${thread}`,
        "/contacts",
        "/settings/account",
        "/settings/organization",
      ]) {
        await visit(page, path);
        if (path === "/") await page.getByRole("link", { name: /waits? for an answer/ }).waitFor();
        if (path.endsWith(thread)) await sees(page, "A table for four");
        found[path] = await page.evaluate<string[]>(CUT);
        await keepScreenshot(page, `large-${width}${path.replaceAll("/", "-")}`);
      }
      expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
    },
  );

test.skipIf(NO_CHROMIUM)(
  "lines of the inbox, of which only some are drawn, are as high as it reckons",
  async () => {
    const people = Array.from({ length: 45 }, (_, nth) => `141555668${10 + nth}`);
    for (const from of people) await site.hearMany(from, ["Hello"]);
    const page = await site.open("/inbox?q=141555668", { isFresh: true });
    await withLargeText(page);
    const list = page.getByRole("list", { name: "Conversations" });
    await list.getByRole("listitem").first().waitFor();
    expect(await list.getByRole("listitem").count()).toBeLessThan(people.length);
    const [first, all] = [await list.getByRole("listitem").first().boundingBox(), await list.boundingBox()];
    expect(all?.height).toBe(people.length * (first?.height ?? 0));
  },
);
