/** A tab that tests have one after another has nothing of the test before. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const seen: Page[] = [];

/** What a test may leave in a browser. */
const LEFT = `(async () => {
  localStorage.setItem("left", "behind");
  document.cookie = "left=behind";
  await caches.open("left");
  await new Promise((opened) => { indexedDB.open("left").onsuccess = opened; });
})()`;
const FOUND = `(async () => ({
  stored: localStorage.getItem("left"),
  cookie: document.cookie.includes("left"),
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).length,
  width: innerWidth,
  isDark: matchMedia("(prefers-color-scheme: dark)").matches,
  isOnline: navigator.onLine,
}))()`;

test.skipIf(NO_CHROMIUM)("one leaves what it can", async () => {
  const page = await stage.open("/settings/account", { as: "agent" });
  seen.push(page);
  const other = await stage.another(page, "/contacts");
  await page.evaluate(LEFT);
  await page.route("**/v1/**", (route) => route.abort());
  await page.setViewportSize({ width: 500, height: 500 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.context().setOffline(true);
  expect(other.isClosed()).toBe(false);
});

test.skipIf(NO_CHROMIUM)("the next has the same tab, and finds nothing of that", async () => {
  const page = await stage.open("/settings/account", { as: null });
  expect(seen[0] === page).toBe(true);
  expect(page.context().pages().length).toBe(1);
  await page.getByRole("heading", { name: "Log in to Waypost" }).waitFor();
  expect(await page.evaluate(FOUND)).toEqual({
    ...{ stored: null, cookie: false, caches: [], databases: 0 },
    ...{ width: 1280, isDark: false, isOnline: true },
  });
});

test.skipIf(NO_CHROMIUM)("who asks for a fresh one gets another profile", async () => {
  const page = await stage.open("/login", { as: null, isFresh: true });
  expect(seen[0] === page).toBe(false);
});

test.skipIf(NO_CHROMIUM)("what would stay with the profile is refused in a tab that others get", async () => {
  const page = await stage.open("/login", { as: null });
  for (const act of [
    () => page.context().newCDPSession(page),
    () => page.addInitScript(""),
    () => page.clock.install(),
  ])
    expect(act).toThrow("isFresh");
});
