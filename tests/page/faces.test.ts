/** What people look like: asked for where one answers them, and then shown wherever they stand. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { pairedSite } from "./paired-site.ts";
import { keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const site = await pairedSite();
const line = (page: Page, words: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem").filter({ hasText: words });
/** How wide the pictures of somebody are that are drawn. */
const drawn = (page: Page, contact: string) =>
  page.evaluate<number[]>(
    `[...document.querySelectorAll("img[src$='/${contact}/picture']")].map((one) => one.naturalWidth)`,
  );

test.skipIf(NO_CHROMIUM)(
  "the picture of whom one answers is over their letters, and nobody else's is asked for",
  async () => {
    const anna = await site.says("491700000101", { kind: "text", content: { body: "First" } });
    const bert = await site.says("491700000102", { kind: "text", content: { body: "Second" } });
    site.people().setPicture("491700000102", null);
    const asked: string[] = [];
    const page = await site.open("/inbox");
    page.on("request", (request) => request.url().endsWith("/picture") && asked.push(request.url()));
    await line(page, "First").click();
    await until(
      async () => (await drawn(page, anna.contact_id)).every((width) => width > 0) && asked.length > 0,
    );
    await keepScreenshot(page, "faces");
    await line(page, "Second").click();
    await until(async () => asked.some((url) => url.includes(bert.contact_id)));
    expect(await drawn(page, anna.contact_id)).toEqual([80]);
    await until(async () => (await drawn(page, bert.contact_id)).every((width) => width === 0));
    expect(await line(page, "Second").textContent()).toMatch(/^[A-Z]{2}/);
    expect(new Set(asked).size).toBe(2);
  },
);
