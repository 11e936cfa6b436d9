/** The page while things happen: what changes is seen, in every tab, whatever is lost in between. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

/** Streams that a page has open, or has had. */
function streamsOf(page: Page): { open: () => number; all: () => number } {
  let [begun, ended] = [0, 0];
  const isStream = (url: string) => url.endsWith("/v1/events/stream");
  page.on("request", (request) => {
    if (isStream(request.url())) begun++;
  });
  page.on("requestfinished", (request) => {
    if (isStream(request.url())) ended++;
  });
  page.on("requestfailed", (request) => {
    if (isStream(request.url())) ended++;
  });
  return { open: () => begun - ended, all: () => begun };
}

async function send(to: string): Promise<void> {
  const { channelId } = stage.daemon;
  const body = { channel_id: channelId, to, type: "text", content: { body: "Hello" } };
  const sent = await stage.daemon.call("POST", "/v1/messages", body);
  expect(sent.status).toBe(201);
}

const firstStep = (page: Page) => page.getByRole("listitem").filter({ hasText: "See a message go out" });

test.skipIf(NO_CHROMIUM)("what happens is seen in each tab, by one stream for all of them", async () => {
  const page = await stage.open("/");
  const other = await stage.another(page, "/");
  const streams = [streamsOf(page), streamsOf(other)];
  for (const tab of [page, other]) await firstStep(tab).waitFor();
  await send("14155550101");
  for (const tab of [page, other]) await firstStep(tab).getByLabel("Done").waitFor();
  expect(streams.map(({ all }) => all()).reduce((sum, one) => sum + one)).toBeLessThanOrEqual(1);
});
