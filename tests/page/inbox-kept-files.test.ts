/** Files that are attached to an answer stay in the browser until they are sent, taken out, or their user logs out. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { NO_CHROMIUM } from "./stage.ts";

const { stage, daemon, hear, messagesOf, openInbox } = inboxSite();

const attached = (page: Page) => page.getByRole("list", { name: "Attached files" });
const namesIn = async (page: Page) =>
  new Set((await attached(page).innerText()).match(/\w+\.txt/g)).keys().toArray();
const outboundOf = async (id: string) =>
  (await messagesOf(id)).filter(({ direction }: { direction: string }) => direction === "outbound");
const wayIn = (page: Page) => page.locator('input[type="file"]').first();
const text = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`What ${name} says`) });

/** How many files the browser keeps. */
const kept = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const asked = indexedDB.open("waypost-files");
    asked.onsuccess = () => {
      const counted = asked.result.transaction("files").objectStore("files").count();
      counted.onsuccess = () => resolve(counted.result);
      asked.result.close();
    };
  })`);

async function openWithFile(id: string, as: "owner" | "agent", name: string): Promise<Page> {
  const page = await openInbox(id, { as });
  await thread(page).getByText("Can I see it?").waitFor();
  await wayIn(page).setInputFiles(text(name));
  await attached(page).getByText(name, { exact: true }).waitFor();
  await until(async () => (await kept(page)) === 1);
  return page;
}

test.skipIf(NO_CHROMIUM)(
  "a file is attached still after the page was loaded again, and sent as it was",
  async () => {
    const id = await hear({ from: "14155569201", body: "Can I see it?" });
    const page = await openWithFile(id, "owner", "offer.txt");
    await page.reload();
    await attached(page).getByText("offer.txt", { exact: true }).waitFor();
    const other = await stage.another(page, `/inbox/${id}`);
    await attached(other).getByText("offer.txt", { exact: true }).waitFor();
    await box(page).fill("Our offer");
    await box(page).press("Enter");
    await until(async () => (await outboundOf(id)).length === 1);
    const [{ content }] = await outboundOf(id);
    expect(content).toMatchObject({ caption: "Our offer" });
    const { media_id, file_name } = content;
    expect(file_name).toBe("offer.txt");
    expect((await daemon.call("GET", `/v1/media/${media_id}/info`)).body.size).toBe(19);
    await attached(other).waitFor({ state: "detached" });
    expect(await kept(page)).toBe(0);
  },
);

test.skipIf(NO_CHROMIUM)("a file on its way outlasts the page without a network, and goes once", async () => {
  const id = await hear({ from: "14155569202", body: "Can I see it?" });
  const page = await openWithFile(id, "owner", "plan.txt");
  await page.route("**/v1/messages", (route) =>
    route.request().method() === "POST" ? route.abort("connectionfailed") : route.fallback(),
  );
  await box(page).fill("The plan");
  await box(page).press("Enter");
  await thread(page).getByRole("img", { name: "not sent" }).waitFor();
  await page.reload();
  await thread(page).getByText("plan.txt", { exact: true }).waitFor();
  await page.unroute("**/v1/messages");
  await until(async () => {
    await page.evaluate("dispatchEvent(new Event('online'))");
    return (await outboundOf(id)).length > 0;
  });
  await until(async () => (await kept(page)) === 0);
  await page.reload();
  await thread(page).getByText("The plan", { exact: true }).waitFor();
  expect(await outboundOf(id)).toHaveLength(1);
  expect(await attached(page).count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)(
  "a file that does not reach the daemon begins again by itself, once it is sent",
  async () => {
    const id = await hear({ from: "14155569206", body: "Can I see it?" });
    const page = await openInbox(id);
    await page.route("**/v1/media?*", (route) => route.abort("connectionfailed"));
    await wayIn(page).setInputFiles(text("plan.txt"));
    await attached(page).getByRole("alert").waitFor();
    await box(page).press("Enter");
    await thread(page).getByRole("img", { name: "not sent" }).waitFor();
    await page.unroute("**/v1/media?*");
    await until(async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      return (await outboundOf(id)).length > 0;
    });
    expect(await outboundOf(id)).toHaveLength(1);
    expect(await attached(page).count()).toBe(0);
  },
);

test.skipIf(NO_CHROMIUM)("several files come back in their order", async () => {
  const id = await hear({ from: "14155569204", body: "Can I see it?" });
  const page = await openInbox(id);
  await thread(page).getByText("Can I see it?").waitFor();
  const names = ["one.txt", "two.txt", "three.txt", "four.txt", "five.txt"];
  await wayIn(page).setInputFiles(names.map(text));
  await until(async () => (await kept(page)) === names.length);
  await page.reload();
  expect(await namesIn(page)).toEqual(names);
});

test.skipIf(NO_CHROMIUM)("a file that is taken out at once does not come back", async () => {
  const id = await hear({ from: "14155569205", body: "Can I see it?" });
  const page = await openInbox(id);
  await thread(page).getByText("Can I see it?").waitFor();
  await page.evaluate<unknown>(`(async () => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["What it says"], "quick.txt", { type: "text/plain" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
    const takeOut = () => document.querySelector("[aria-label='Take quick.txt out']");
    for (let turn = 0; turn < 1000 && takeOut() === null; turn++) await null;
    takeOut().click();
  })()`);
  await attached(page).waitFor({ state: "detached" });
  await wayIn(page).setInputFiles(text("later.txt"));
  await until(async () => (await kept(page)) > 0);
  await page.reload();
  expect(await namesIn(page)).toEqual(["later.txt"]);
});

test.skipIf(NO_CHROMIUM)("what is attached is forgotten when its user logs out", async () => {
  const id = await hear({ from: "14155569203", body: "Can I see it?" });
  const page = await openWithFile(id, "agent", "secret.txt");
  await page.goto(`${daemon.url}/settings/account`);
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.getByRole("heading", { name: "Log in to Waypost" }).waitFor();
  expect(await kept(page)).toBe(0);
});
