/** A newcomer's walk over the page, from `./scripts/up` on, without a reload: wide, on a phone, and by keys alone. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { NO_CHROMIUM, testBrowser } from "../support/browser.ts";
import { LONG_MS } from "../support/long.ts";
import { pointing, typing } from "./walk/hands.ts";
import { addEndpoint, broadcast, importPeople, makeKey, pairNumber, seeOverview } from "./walk/steps.ts";
import { startUp, type Up } from "./walk/up.ts";

let up: Up;
const newContext = testBrowser();
beforeAll(async () => {
  if (!NO_CHROMIUM) up = await startUp();
}, LONG_MS);
afterAll(() => up?.stop());

test.skipIf(NO_CHROMIUM).each([
  ["by mouse", "wide", pointing, "15557010001", 1000],
  ["on a phone", "narrow", pointing, "15557010002", 50],
  ["by keys alone", "wide", typing, "15557010003", 50],
] as const)(
  "%s: from the login link to a broadcast, without a reload",
  async (_, width, handsOf, number, people) => {
    const page = await (await newContext({ width })).newPage();
    await page.goto(await up.loginLink());
    await page.evaluate("window.isOneVisit = true");
    const walk = { page, hands: handsOf(page), up, number, people };
    await seeOverview(walk);
    await pairNumber(walk);
    await makeKey(walk);
    await addEndpoint(walk);
    await importPeople(walk);
    await broadcast(walk);
    expect(await page.evaluate<boolean>("window.isOneVisit === true")).toBe(true);
  },
  LONG_MS,
);
