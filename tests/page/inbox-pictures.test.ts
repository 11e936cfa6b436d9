/** Pictures in a thread: small and in their places, and large in a viewer. */
import { expect, test } from "bun:test";
import type { Locator, Page, Route } from "playwright-core";
import { receive, settled } from "../inbound/support.ts";
import { photo } from "../support/pictures.ts";
import { until } from "../support/until.ts";
import { thread, threadSite } from "./inbox-thread-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, openThread } = threadSite();

/** Ada sends photos of so many pixels; resolves with their conversation once they are there. */
async function hearPhotos(from: string, sides: readonly (readonly [number, number])[]): Promise<string> {
  let conversation = "";
  for (const [at, [width, height]] of sides.entries()) {
    const base64 = Buffer.from(await photo(width, height, at + 1)).toString("base64");
    const content = { base64, mime_type: "image/jpeg", caption: `Photo ${at + 1}` };
    const message = await receive(daemon, { from, name: "Ada Lovelace", kind: "image", content });
    expect(await settled(daemon, message.content.media_id)).toBe("stored");
    conversation = message.conversation_id;
  }
  return conversation;
}

const buttons = (page: Page) => thread(page).getByRole("button", { name: "Show Picture large" });
const areLoaded = (page: Page) => async () =>
  (await buttons(page).locator("img").all()).length > 0 &&
  (await page.evaluate<boolean>(
    `[...document.querySelectorAll("[role=log] button > img")].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
  ));
const large = (page: Page) => page.getByRole("dialog", { name: "Picture" });
const scaleOf = async (page: Page) =>
  Number(/scale\((.*)\)/.exec((await large(page).getByRole("img").getAttribute("style")) ?? "")?.[1]);
const boxesOf = async (all: Locator) => await Promise.all((await all.all()).map((one) => one.boundingBox()));

test.skipIf(NO_CHROMIUM)("five pictures are read in at most 150 KiB", async () => {
  const sides = Array.from({ length: 5 }, () => [1280, 960] as const);
  const page = await openThread(await hearPhotos("14155569301", sides));
  let bytes = 0;
  const read = new Set<string>();
  await page.route("**/v1/media/**", async (route) => {
    const response = await route.fetch();
    bytes += (await response.body()).length;
    read.add(route.request().url());
    await route.fulfill({ response });
  });
  await page.reload();
  await until(async () => read.size === 5 && (await areLoaded(page)()));
  expect(bytes).toBeLessThanOrEqual(150 * 1024);
});

test.skipIf(NO_CHROMIUM)("pictures stand in their proportions before they are loaded", async () => {
  const sides = [
    [600, 300],
    [300, 600],
    [300, 300],
  ] as const;
  const page = await openThread(await hearPhotos("14155569302", sides));
  const held: Route[] = [];
  await page.route("**/v1/media/**", (route) => void held.push(route));
  await page.reload();
  await until(async () => (await buttons(page).count()) === 3 && held.length === 3);
  const before = await boxesOf(buttons(page));
  for (const [at, [width, height]] of sides.entries())
    expect((before[at]?.width ?? 0) / (before[at]?.height ?? 1)).toBeCloseTo(width / height, 1);
  for (const route of held) await route.continue();
  await until(areLoaded(page));
  expect(await boxesOf(buttons(page))).toEqual(before);
  await keepScreenshot(page, "inbox-pictures");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("a picture is seen large, larger, and one after another by keys", async () => {
  const page = await openThread(
    await hearPhotos("14155569303", [
      [1200, 800],
      [800, 1200],
    ]),
  );
  await until(areLoaded(page));
  await buttons(page).first().click();
  await large(page).getByText("Photo 1").waitFor();
  expect(await large(page).getByRole("button", { name: "Picture before" }).isDisabled()).toBe(true);
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  expect(await scaleOf(page)).toBeCloseTo(2.25);
  await keepScreenshot(page, "inbox-viewer-larger");
  await page.keyboard.press("-");
  expect(await scaleOf(page)).toBeCloseTo(1.5);
  await page.keyboard.press("ArrowRight");
  await large(page).getByText("Photo 2").waitFor();
  expect(await scaleOf(page)).toBe(1);
  await keepScreenshot(page, "inbox-viewer");
  expect(await accessibilityFaults(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await large(page).getByText("Download").click();
  expect(await (await download).failure()).toBeNull();
  await page.keyboard.press("Escape");
  await large(page).waitFor({ state: "detached" });
  await page.locator("[role=log] button:focus").waitFor();
});

test.skipIf(NO_CHROMIUM)("on a phone fingers spread a picture, and turn to the next", async () => {
  const page = await openThread(
    await hearPhotos("14155569304", [
      [1200, 800],
      [800, 1200],
    ]),
    { width: "narrow", isFresh: true },
  );
  await until(areLoaded(page));
  await buttons(page).first().click();
  await large(page).getByText("Photo 1").waitFor();
  const fingers = await page.context().newCDPSession(page);
  const at = { x: 195, y: 400, gestureSourceType: "touch" } as const;
  await fingers.send("Input.synthesizePinchGesture", { ...at, scaleFactor: 2 });
  await until(async () => (await scaleOf(page)) > 1.5);
  await fingers.send("Input.synthesizeScrollGesture", { ...at, xDistance: -150 });
  await large(page).getByText("Photo 1").waitFor();
  const smaller = large(page).getByRole("button", { name: "Zoom out" });
  while (await smaller.isEnabled()) await smaller.click();
  expect(await scaleOf(page)).toBe(1);
  await fingers.send("Input.synthesizeScrollGesture", { ...at, xDistance: -150 });
  await large(page).getByText("Photo 2").waitFor();
  await keepScreenshot(page, "inbox-viewer-phone");
});
