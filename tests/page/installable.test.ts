/** The page among a machine's or a phone's programs: what a browser reads before it offers that. */
import { afterAll, expect, test } from "bun:test";
import { imageSize } from "image-size";
import { startPrefixProxy } from "../support/prefix-proxy.ts";
import { NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const proxy = startPrefixProxy("/waypost", () => stage.daemon.url);
afterAll(proxy.stop);

test.skipIf(NO_CHROMIUM)("a browser finds nothing wrong with what it needs to install the page", async () => {
  const page = await stage.open("/login", { as: null, at: proxy.url, isFresh: true });
  const chromium = await page.context().newCDPSession(page);
  const { url, errors, data } = await chromium.send("Page.getAppManifest");
  expect({ errors, isThere: data !== undefined }).toEqual({ errors: [], isThere: true });
  const manifest = JSON.parse(data ?? "{}");
  expect(new URL(manifest.start_url, url).href).toBe(`${proxy.url}/inbox`);
  expect(new URL(manifest.scope, url).href).toBe(`${proxy.url}/`);
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await fetch(new URL(src, url));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    const { width, height } = imageSize(new Uint8Array(await answer.arrayBuffer()));
    expect(`${width}x${height}`).toBe(sizes);
  }
  const icon = (await page.locator("link[rel=apple-touch-icon]").getAttribute("href")) ?? "";
  expect((await fetch(new URL(icon, page.url()))).headers.get("content-type")).toBe("image/png");
});
