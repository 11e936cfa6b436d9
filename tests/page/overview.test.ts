/** The overview: whether it works, in ten seconds. */
import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { take } from "../inbound/support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const HOSTILE = `<img src=x onerror="document.title='taken'">`;
const stage = pageStage();
const refusing = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(HOSTILE, { status: 500 }),
});
afterAll(() => refusing.stop(true));

const section = (page: Page, name: string) => page.getByRole("region", { name });
const step = (page: Page, text: RegExp) =>
  section(page, "First steps").getByRole("listitem").filter({ hasText: text });

async function sendTo(to: string): Promise<void> {
  const body = { channel_id: stage.daemon.channelId, to, type: "text", content: { body: "Hello" } };
  expect((await stage.daemon.call("POST", "/v1/messages", body)).status).toBe(201);
}

test.skipIf(NO_CHROMIUM)(
  "the first steps are ticked as they happen, and gone when they are done",
  async () => {
    const page = await stage.open("/");
    await step(page, /Send a message to a phone/).waitFor();
    await keepScreenshot(page, "overview-first-steps");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(
      await step(page, /Add an endpoint/)
        .getByLabel("Done")
        .count(),
    ).toBe(0);
    await sendTo("14155550101");
    await step(page, /Send a message to a phone/)
      .getByLabel("Done")
      .waitFor();
    const agent = await stage.open("/", { as: "agent" });
    await section(agent, "Messages a minute").waitFor();
    expect(await section(agent, "First steps").count()).toBe(0);
    expect(await section(agent, "Webhooks").count()).toBe(0);
  },
);

test.skipIf(NO_CHROMIUM)("it begins with who waits for an answer, and leads to them", async () => {
  const page = await stage.open("/");
  await section(page, "Messages a minute").waitFor();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = {
    from: "14155570190",
    id: "wamid.overview.1",
    timestamp,
    type: "text",
    text: { body: "Hello?" },
  };
  await take(stage.daemon, {
    contacts: [{ profile: { name: "Ada" }, wa_id: message.from }],
    messages: [message],
  });
  await page.getByRole("link", { name: "One person waits for an answer" }).click();
  await page.getByRole("link", { name: /Hello\?/ }).waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "what fails, waits or needs somebody is there with its reason, in hostile words, too",
  async () => {
    const { call, channelId } = stage.daemon;
    const url = `http://127.0.0.1:${refusing.port}/?${encodeURIComponent(HOSTILE)}`;
    const made = await call("POST", "/v1/settings/developer/webhooks/endpoints", { url });
    expect(made.status).toBe(201);
    const paused = await call("PATCH", `/v1/channels/${channelId}`, {
      name: HOSTILE,
      settings: { paused: true },
    });
    expect(paused.status).toBe(200);
    await sendTo("14155550102");
    const page = await stage.open("/");
    await section(page, "Channels that need somebody").getByRole("link", { name: HOSTILE }).waitFor();
    await section(page, "What waits").getByText("1 waiting").first().waitFor();
    await call("PATCH", `/v1/channels/${channelId}`, { settings: { paused: false } });
    await sendTo("15550000101");
    await section(page, "Failures of the last hour, by reason")
      .getByRole("link", { name: /^Message / })
      .waitFor();
    await section(page, "Failures of the last hour, by reason")
      .getByRole("link", { name: "Webhook 500" })
      .waitFor();
    await section(page, "Webhooks").getByRole("link", { name: url }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "overview");
    expect(await page.title()).toEndWith("Overview · Waypost");
    const phone = await stage.open("/", { width: "narrow" });
    await section(phone, "Webhooks").getByRole("link").first().waitFor();
    await keepScreenshot(phone, "overview-phone");
    expect(await accessibilityFaults(phone)).toEqual([]);
    expect(await phone.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  },
);

test.skipIf(NO_CHROMIUM)("a plot that can't be loaded leaves the rest of the overview as it is", async () => {
  const page = await stage.open("/login");
  await page.route("**/page/plot-drawn*", (route) => route.abort());
  await page.goto(stage.daemon.url);
  await page.getByText("The plot could not be loaded.").first().waitFor();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByText("All channels are connected.").waitFor();
});
