/** A newcomer's walks over the page, from `./scripts/up` on, without a reload. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { NO_CHROMIUM, testBrowser } from "../../support/browser.ts";
import { LONG_MS } from "../../support/long.ts";
import { pointing, typing } from "./hands.ts";
import { addEndpoint, broadcast, importPeople, makeKey, pairNumber, seeOverview } from "./steps.ts";
import { startUp, type Up } from "./up.ts";

const WALKS = {
  "by mouse": { width: "wide", handsOf: pointing, number: "15557010001", people: 1000 },
  "on a phone": { width: "narrow", handsOf: pointing, number: "15557010002", people: 50 },
  "by keys alone": { width: "wide", handsOf: typing, number: "15557010003", people: 50 },
} as const;

/** The tests of a file: these walks, one after another. */
export function testWalks(names: readonly (keyof typeof WALKS)[]): void {
  let up: Up;
  const { newContext } = testBrowser();
  beforeAll(async () => {
    if (!NO_CHROMIUM) up = await startUp();
  }, LONG_MS);
  afterAll(() => up?.stop());

  test.skipIf(NO_CHROMIUM).each(names)(
    "%s: from the login link to a broadcast, without a reload",
    async (name) => {
      const { width, handsOf, ...about } = WALKS[name];
      const page = await (await newContext({ width })).newPage();
      await page.goto(await up.loginLink());
      await page.evaluate("window.isOneVisit = true");
      const walk = { page, hands: handsOf(page), up, ...about };
      for (const step of [seeOverview, pairNumber, makeKey, addEndpoint, importPeople, broadcast])
        await step(walk);
      expect(await page.evaluate<boolean>("window.isOneVisit === true")).toBe(true);
    },
    LONG_MS,
  );
}
