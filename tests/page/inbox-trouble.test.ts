/** The inbox while things go wrong around it: no network, two tabs, another clock. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { NO_CHROMIUM } from "./stage.ts";

const { stage, daemon, hear, messagesOf, openInbox } = inboxSite();

/** Has no answer reach the daemon, until the function that is returned is called. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const path = "**/v1/messages";
  await page.route(path, (route) =>
    route.request().method() === "POST" ? route.abort("connectionfailed") : route.fallback(),
  );
  return () => page.unroute(path);
}

const sentTo = async (id: string) =>
  (await messagesOf(id))
    .filter(({ direction }: { direction: string }) => direction === "outbound")
    .map(({ content }: { content: { body: string } }) => content.body);

test.skipIf(NO_CHROMIUM)("what nobody answered outlasts its page, and is sent once", async () => {
  const id = await hear({ from: "14155569001", body: "Is it ready?" });
  const page = await openInbox(id);
  const restore = await cutOff(page);
  await box(page).fill("Since this morning");
  await box(page).press("Enter");
  const again = thread(page).getByRole("button", { name: "Send again" });
  await again.waitFor();
  await page.reload();
  await thread(page).getByText("Since this morning").waitFor();
  await restore();
  await again.click();
  await until(async () => (await sentTo(id)).length > 0);
  await page.getByRole("img", { name: "being sent" }).waitFor({ state: "detached" });
  await page.reload();
  await thread(page).getByText("Since this morning").waitFor();
  expect(await again.count()).toBe(0);
  expect(await sentTo(id)).toEqual(["Since this morning"]);
});

test.skipIf(NO_CHROMIUM)("what is sent in one tab is not left in the box of another", async () => {
  const id = await hear({ from: "14155569002", body: "Is it ready?" });
  const page = await openInbox(id);
  await box(page).fill("It is");
  const other = await stage.another(page, `/inbox/${id}`);
  await until(async () => (await box(other).inputValue()) === "It is");
  await box(other).press("Enter");
  await thread(page).getByText("It is", { exact: true }).waitFor();
  await until(async () => (await box(page).inputValue()) === "");
});

test.skipIf(NO_CHROMIUM)(
  "an hour is an hour by the daemon's clock, however wrong the browser's is",
  async () => {
    const id = await hear({ from: "14155569003", body: "Later?" });
    const page = await stage.open("/login");
    await page.clock.setSystemTime(new Date(Date.now() - 5 * 3600_000));
    await page.goto(`${daemon.url}/inbox/${id}`);
    await box(page).fill("In a while");
    await page.getByRole("button", { name: "Send later" }).click();
    await page.getByRole("menuitem", { name: /^In an hour/ }).click();
    await until(async () => (await messagesOf(id)).length === 2);
    const [{ status, scheduled_at }] = await messagesOf(id);
    expect(status).toBe("scheduled");
    expect(Date.parse(scheduled_at)).toBeGreaterThan(Date.now() + 50 * 60_000);
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name: /Snooze/ }).click();
    await page.getByRole("button", { name: /^In an hour/ }).click();
    await until(async () => {
      const { snoozed_until } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
      return snoozed_until !== null && Date.parse(snoozed_until) > Date.now() + 50 * 60_000;
    });
  },
);

test.skipIf(NO_CHROMIUM)("who is erased is named nowhere from then on, and can't be answered", async () => {
  const id = await hear({ from: "14155569004", body: "Forget me", name: "Erased Erna" });
  const page = await openInbox(id);
  const named = page.getByText("Erased Erna");
  await named.first().waitFor();
  await box(page).fill("Done");
  const { contact_id } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
  await daemon.call("DELETE", `/v1/contacts/${contact_id}`);
  await until(async () => (await named.count()) === 0);
  await box(page).press("Enter");
  await page
    .getByRole("alert")
    .getByText(/no address is known of this person/)
    .waitFor();
  expect(await box(page).inputValue()).toBe("Done");
  expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)("in colours of the user's own, it is seen what is chosen", async () => {
  const id = await hear({ from: "14155569005", body: "Which one?" });
  const page = await openInbox(id);
  await page.emulateMedia({ forcedColors: "active" });
  const outlineOf = (chosen: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${chosen}')).outlineStyle`);
  await thread(page).getByText("Which one?").waitFor();
  expect(await outlineOf("li [aria-current=true]")).toBe("solid");
  expect(await outlineOf("button[aria-pressed=true]")).toBe("solid");
});
