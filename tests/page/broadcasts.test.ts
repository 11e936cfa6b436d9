/** Broadcasts on the page: counted, started, watched to their end, paused and stopped; and what became of their people. */
import { beforeAll, expect, test } from "bun:test";
import {
  createDraft,
  defineTemplate,
  ended,
  makePeople,
  makeTagged,
  sentTo,
  start,
} from "../broadcasts/support.ts";
import { receiveFrom } from "../overview/support.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { choose, HOSTILE, more } from "./broadcasts-support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const { daemon } = stage;
beforeAll(async () => {
  await defineTemplate(daemon);
});

test.skipIf(NO_CHROMIUM)(
  "a broadcast to a thousand people is written in the form, counted, started and watched to its end",
  async () => {
    await makeTagged(daemon, "regulars", 1000, "1415700");
    const page = await stage.open("/broadcasts");
    await page.getByText("No broadcast yet").waitFor();
    await keepScreenshot(page, "broadcasts-empty");
    await page.evaluate("window.isSamePage = true");
    const colleague = await stage.open("/broadcasts");
    await page.getByRole("button", { name: "Create broadcast" }).first().click();
    const form = page.getByRole("dialog", { name: "Create broadcast" });
    await keepScreenshot(page, "broadcasts-form-empty");
    await form.getByLabel("Name", { exact: true }).fill("Spring menu");
    await choose(page, /Template$/, "spring_menu (en_US)");
    await choose(page, /\{\{1\}\}$/, "First name");
    await form.getByLabel("{{1}}: if missing").fill("there");
    await form.getByText("Hello [first_name], the spring menu is here.").waitFor();
    await choose(page, /Send to$/, "Contacts by their tags");
    await form.getByLabel("With any of these tags").fill("regulars, friends");
    await keepScreenshot(page, "broadcasts-form");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole("button", { name: "Create broadcast" }).click();

    const detail = page.getByRole("region", { name: "Spring menu" });
    await detail.getByText("draft", { exact: true }).waitFor();
    await keepScreenshot(page, "broadcasts-draft");
    expect(await accessibilityFaults(page)).toEqual([]);
    await detail.getByRole("button", { name: "Start broadcast" }).click();
    const starting = page.getByRole("dialog", { name: "Start broadcast" });
    await starting.getByText("1,000 of 1,000 people get it").waitFor();
    await starting.getByText("Hello Person, the spring menu is here.").first().waitFor();
    await keepScreenshot(page, "broadcasts-start");
    expect(await accessibilityFaults(page)).toEqual([]);
    await starting.getByRole("button", { name: "Send to 1,000 people" }).click();

    await detail.getByText("running", { exact: true }).waitFor();
    await keepScreenshot(page, "broadcasts-running");
    await detail.getByText("completed", { exact: true }).waitFor();
    await detail.getByText("1,000 of 1,000 people done").waitFor();
    await detail.getByText(/^Read1,000$/).waitFor();
    await colleague.getByRole("row", { name: /Spring menu completed 1,000 1,000 0/ }).waitFor();
    await keepScreenshot(page, "broadcasts-report");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("window.isSamePage")).toBe(true);
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)("one that runs is paused, resumed and stopped for good", async () => {
  await makeTagged(daemon, "slowly", 300, "1415710");
  const slow = { name: "Slowly", audience: { tags: { any: ["slowly"] } }, rate_per_second: 2 };
  const id = await createDraft(daemon, slow);
  await start(daemon, id);
  const page = await stage.open(`/broadcasts/${id}`);
  const detail = page.getByRole("region", { name: "Slowly" });
  await detail.getByText(/of 300 people done/).waitFor();
  await keepScreenshot(page, "broadcasts-slowly");
  await detail.getByRole("button", { name: "As CLI or curl" }).click();
  await page.getByText(`waypost broadcasts pause ${id}`).waitFor();
  await page.keyboard.press("Escape");
  await detail.getByRole("button", { name: "Pause" }).click();
  await detail.getByText("paused", { exact: true }).waitFor();
  await detail.getByRole("button", { name: "Resume" }).click();
  await detail.getByText("running", { exact: true }).waitFor();
  await detail.getByRole("button", { name: "Stop broadcast" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop broadcast" }).click();
  await detail.getByText("cancelled", { exact: true }).waitFor();
  await detail.getByText("300 of 300 people done").waitFor();
  const sent = await sentTo(daemon, "1415710");
  const { cancelled, waiting, accepted } = (await daemon.call("GET", `/v1/broadcasts/${id}`)).body.counts;
  expect({ cancelled, waiting, accepted }).toEqual({ cancelled: 300 - sent.size, waiting: 0, accepted: 0 });
  expect(await detail.getByRole("button", { name: /Stop|Pause|Resume/ }).count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)("one that a rule stopped says which, and can go on", async () => {
  // the sandbox fails what is sent there
  await makeTagged(daemon, "failing", 30, "155500001");
  const stop = { stop: { failed_percent: 20, of_last: 10 }, rate_per_second: 10 };
  const id = await createDraft(daemon, { name: "Fails", audience: { tags: { any: ["failing"] } }, ...stop });
  const page = await stage.open(`/broadcasts/${id}`, { width: "narrow", scheme: "dark" });
  await start(daemon, id);
  const detail = page.getByRole("region", { name: "Fails" });
  await detail
    .getByRole("region", { name: "A rule stopped it" })
    .getByText(/Too many messages failed/)
    .waitFor();
  await detail.getByText("stopped", { exact: true }).waitFor();
  await keepScreenshot(page, "broadcasts-stopped-narrow");
  expect(await accessibilityFaults(page)).toEqual([]);
  await detail.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Broadcast resumed").waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "people are listed by state and reason, exported so, and what others wrote stays text",
  async () => {
    await makeTagged(daemon, "mixed", 2, "1415720");
    // the sandbox fails what is sent there
    await makePeople(daemon, [{ phone_number: "+15550000101", name: HOSTILE, tags: ["mixed"] }]);
    await makePeople(daemon, [
      { external_source: "shop", external_id: "7", name: "No number", tags: ["mixed"] },
    ]);
    const id = await createDraft(daemon, { name: HOSTILE, audience: { tags: { any: ["mixed"] } } });
    await start(daemon, id);
    await ended(daemon, id);
    const page = await stage.open(`/broadcasts/${id}`, { scheme: "dark" });
    const reasons = page.getByRole("region", { name: "Why people got nothing" });
    await reasons.getByText("no_address").waitFor();
    // what comes after the end is no event of the broadcast
    await receiveFrom(daemon, "14157200000");
    await page.getByText("1 person replied, 0 people opted out").waitFor();
    await keepScreenshot(page, "broadcasts-reasons");
    expect(await accessibilityFaults(page)).toEqual([]);
    await reasons.getByRole("listitem").filter({ hasText: "Failed" }).getByRole("link").click();
    const people = page.getByRole("table", { name: "People" });
    await people.getByText(HOSTILE).waitFor();
    expect(await people.getByRole("row").count()).toBe(2);
    await keepScreenshot(page, "broadcasts-people");
    expect(await accessibilityFaults(page)).toEqual([]);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export people as CSV" }).click();
    const lines = (await Bun.file(await (await saving).path()).text()).trim().split("\n");
    expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining("15550000101")]);
    await people.getByRole("link", { name: "Open" }).click();
    await page.getByRole("link", { name: "Open the broadcast" }).click();
    await page.getByRole("tab", { name: "People" }).click();
    await page.getByRole("button", { name: "State" }).click();
    await page.getByRole("option", { name: "Skipped" }).click();
    expect(new URL(page.url()).searchParams.get("state")).toBe("skipped");
  },
);

test.skipIf(NO_CHROMIUM)("a test goes to numbers of one's own, and what is refused is said", async () => {
  const id = await createDraft(daemon, { name: "Tried", audience: { filter: {} } });
  const page = await stage.open(`/broadcasts/${id}`);
  await more(page, "Send a test");
  const form = page.getByRole("dialog", { name: "Send a test" });
  await form.getByLabel("Numbers of your own").fill("nonsense");
  await form.getByRole("button", { name: "Send a test" }).click();
  await form.getByText(/^nonsense: /).waitFor();
  await form.getByLabel("Numbers of your own").fill("+14157300001\n+14157300002");
  await form.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("2 tests are on their way").waitFor();
  await until(async () => (await sentTo(daemon, "1415730")).size === 2);
});
