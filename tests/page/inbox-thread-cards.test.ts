/** Pictures that are not a message's own file: at the top of templates, and on cards that are swiped through. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { receive } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { thread, threadSite } from "./inbox-thread-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { appId, appSecret } = SANDBOX_DEFAULTS;
const { daemon, openThread, open } = threadSite(ownDaemon({ config: { appId, appSecret } }));

/** Uploads a real picture; resolves with its id. Those of the same words have the same bytes, and the same id. */
async function upload(page: Page, name: string): Promise<string> {
  await page.setContent(`<h1>${name}</h1>`);
  const body = await page.screenshot({ type: "jpeg", clip: { x: 0, y: 0, width: 400, height: 300 } });
  const headers = { "x-api-key": daemon.key, "content-disposition": `attachment; filename="${name}"` };
  const response = await fetch(`${daemon.url}/v1/media`, { method: "POST", headers, body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

const header = (media_id: string) => ({ type: "HEADER", format: "IMAGE", example: { media_id } });
const image = (media_id: string) => ({
  type: "header",
  parameters: [{ type: "image", image: { media_id } }],
});

/** Has a template approved, as the sandbox does at once. */
async function approve(name: string, components: readonly object[]): Promise<void> {
  const { call, channelId: channel_id } = daemon;
  const { body } = await call("POST", "/v1/templates", {
    ...{ channel_id, name, language: "en_US", category: "MARKETING", components },
  });
  expect((await call("POST", `/v1/templates/${body.id}/submit`)).status).toBe(202);
  await until(async () => (await call("GET", `/v1/templates/${body.id}`)).body.status === "approved");
}

/** Presses a picture of the thread, and sees it large with these words. */
async function seesLarge(page: Page, nth: number, words: string): Promise<void> {
  await thread(page)
    .getByRole("button", { name: /^Show .* large$/ })
    .nth(nth)
    .click();
  const large = page.getByRole("dialog");
  await large.getByText(words, { exact: true }).waitFor();
  await large.getByRole("img").waitFor();
  await page.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
}

test.skipIf(NO_CHROMIUM)("pictures of templates and of cards are seen large", async () => {
  const { conversation_id } = await receive(daemon, { from: "14155569101", name: "Ada", kind: "text" });
  const source = await (await open("/login", { as: null })).context().newPage();
  const names = ["hall.jpg", "mug.jpg", "bowl.jpg", "left.jpg", "hall.jpg"];
  const ids: string[] = [];
  for (const name of names) ids.push(await upload(source, name));
  const [hall = "", mug = "", bowl = "", left = "", right = ""] = ids;
  await approve("the_hall", [header(hall), { type: "BODY", text: "The hall is ready." }]);
  const card = (media_id: string) => ({
    components: [header(media_id), { type: "BODY", text: "On this side" }, BUTTONS],
  });
  await approve("the_sides", [
    { type: "BODY", text: "Which side?" },
    { type: "CAROUSEL", cards: [card(left), card(right)] },
  ]);
  const send = async (type: string, content: object) => {
    const { body, status } = await daemon.call("POST", "/v1/messages", { conversation_id, type, content });
    expect(`${status} ${body.detail ?? ""}`).toBe("201 ");
  };
  const language = { code: "en_US" };
  await send("template", { template: { name: "the_hall", language, components: [image(hall)] } });
  const shown = (media_id: string, body: string) => ({ media_type: "image", media_id, body, url_button });
  await send("media_carousel", { body: "New:", cards: [shown(mug, "A mug"), shown(bowl, "A bowl")] });
  const cards = [left, right].map((id, card_index) => ({ card_index, components: [image(id)] }));
  await send("template", {
    template: { name: "the_sides", language, components: [{ type: "carousel", cards }] },
  });
  const page = await openThread(conversation_id);
  await until(
    async () =>
      (await thread(page)
        .getByRole("button", { name: /^Show .* large$/ })
        .count()) === names.length,
  );
  await keepScreenshot(page, "inbox-thread-cards");
  expect(await accessibilityFaults(page)).toEqual([]);
  const words = ["The hall is ready.", "A mug", "A bowl", "Which side?", "Which side?"];
  for (const [nth, one] of words.entries()) await seesLarge(page, nth, one);
});

const url_button = { title: "See it", url: "https://example.com/it" };
const BUTTONS = { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "This one" }] };
