/** Files in an answer: chosen, pasted, dropped, looked at, sent, refused. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { complaintOf, kindsOf } from "../../daemon/page/client/views/inbox/box/attached/judge.ts";
import { until } from "../support/until.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { hear, messagesOf, openInbox } = inboxSite();

const MEBIBYTE = 1024 ** 2;
const attached = (page: Page) => page.getByRole("list", { name: "Attached files" });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).click();
const sentTo = async (id: string, count: number) => {
  await until(async () => (await messagesOf(id)).length === count + 1);
  return (await messagesOf(id)).slice(0, count).reverse();
};

test.skipIf(NO_CHROMIUM)("a picture is looked at, captioned and sent by an agent", async () => {
  const id = await hear({ from: "14155566001", body: "What is there today?" });
  const page = await openInbox(id, { as: "agent" });
  await choose(page, { name: "menu.jpg", mimeType: "image/jpeg", buffer: await jpeg(page) });
  const card = attached(page).getByRole("listitem").filter({ hasText: "menu.jpg" });
  await card.getByRole("button", { name: "menu.jpg is sent as: Picture" }).waitFor();
  await card.getByRole("progressbar").waitFor({ state: "detached" });
  await box(page).fill("The *menu*");
  await keepScreenshot(page, "box-picture");
  expect(await accessibilityFaults(page)).toEqual([]);
  await box(page).press("Enter");
  const row = thread(page).getByRole("listitem").filter({ hasText: "menu" }).last();
  await row.getByRole("img", { name: "menu.jpg" }).or(row.locator("img")).first().waitFor();
  const [message] = await sentTo(id, 1);
  expect(message).toMatchObject({ type: "image", content: { caption: "The *menu*" } });
  await row.getByRole("img", { name: "read" }).waitFor();
  expect(await attached(page).count()).toBe(0);
  expect(await box(page).inputValue()).toBe("");
});

test.skipIf(NO_CHROMIUM)("files are dropped and pasted, and go in their order", async () => {
  const id = await hear({ from: "14155566002", body: "Can you send the papers?" });
  const page = await openInbox(id);
  await thread(page).getByText("papers").waitFor();
  await paste(page);
  await attached(page).getByText("image.png", { exact: true }).waitFor();
  await drop(page, [
    { name: "offer.pdf", type: "application/pdf", text: "%PDF-1.4 offer" },
    { name: "terms.txt", type: "text/plain", text: "Terms" },
  ]);
  await attached(page).getByText("terms.txt", { exact: true }).waitFor();
  expect(await attached(page).getByRole("listitem").count()).toBe(3);
  await attached(page).getByRole("textbox", { name: "Caption of offer.pdf" }).fill("Our offer");
  await box(page).fill("Here they are");
  await keepScreenshot(page, "box-files");
  expect(await accessibilityFaults(page)).toEqual([]);
  await send(page);
  const messages = await sentTo(id, 4);
  expect(messages.map(({ type }: { type: string }) => type)).toEqual([
    "text",
    "image",
    "document",
    "document",
  ]);
  expect(messages[2].content).toMatchObject({ caption: "Our offer", file_name: "offer.pdf" });
});

test.skipIf(NO_CHROMIUM)(
  "a large file shows how far it is, can be taken out, and waits for its turn",
  async () => {
    const id = await hear({ from: "14155566003", body: "And the plan?" });
    const page = await openInbox(id, { width: "narrow", isFresh: true });
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
    await network.send("Network.emulateNetworkConditions", slow);
    const plan = { name: "plan.pdf", mimeType: "application/pdf", buffer: pdf(MEBIBYTE) };
    await choose(page, plan);
    const bar = attached(page).getByRole("progressbar", { name: "Sending plan.pdf" });
    await until(async () => Number(await bar.getAttribute("value")) > 1);
    await keepScreenshot(page, "box-progress");
    expect(await accessibilityFaults(page)).toEqual([]);
    await attached(page).getByRole("button", { name: "Take plan.pdf out" }).click();
    await attached(page).waitFor({ state: "detached" });
    await choose(page, plan);
    await send(page);
    await box(page).fill("And this after it");
    await send(page);
    await thread(page).getByRole("progressbar", { name: "Sending plan.pdf" }).waitFor();
    await thread(page).getByRole("button", { name: "Take it back" }).first().click();
    await attached(page).getByText("plan.pdf", { exact: true }).waitFor();
    await send(page);
    await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
    const messages = await sentTo(id, 2);
    expect(messages.map(({ text, type }: { text: string; type: string }) => type + text)).toEqual([
      "textAnd this after it",
      expect.stringContaining("document"),
    ]);
  },
);

test.skipIf(NO_CHROMIUM)(
  "what is not taken is said, before it is uploaded or after; a file is sent as another kind",
  async () => {
    const id = await hear({ from: "14155566004", body: "And the rest?" });
    const page = await openInbox(id);
    const uploads: string[] = [];
    page.on(
      "request",
      (request) => void (request.url().includes("/v1/media") && uploads.push(request.method())),
    );
    await choose(page, { name: "all.zip", mimeType: "application/zip", buffer: Buffer.from("PK\x03\x04") });
    const card = attached(page).getByRole("listitem");
    await card
      .getByRole("alert")
      .getByText(/Official numbers take PDF.*application\/zip/)
      .waitFor();
    await choose(page, { name: "nothing.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) });
    await card.getByRole("alert").getByText("The file is empty.").waitFor();
    await keepScreenshot(page, "box-refused");
    expect(await accessibilityFaults(page)).toEqual([]);
    await send(page);
    expect(uploads).toEqual([]);
    expect((await messagesOf(id)).length).toBe(1);
    for (const name of ["all.zip", "nothing.pdf"])
      await attached(page)
        .getByRole("button", { name: `Take ${name} out` })
        .click();

    // refused by the daemon, it is back in the box with its words and the reason
    await choose(page, { name: "shop.jpg", mimeType: "image/jpeg", buffer: await jpeg(page) });
    const caption = "x".repeat(1025);
    await box(page).fill(caption);
    await send(page);
    await attached(page)
      .getByRole("alert")
      .getByText(/caption/)
      .waitFor();
    expect(await box(page).inputValue()).toBe(caption);
    await box(page).fill("Shorter");
    await attached(page).getByRole("button", { name: "Send shop.jpg to the daemon again" }).click();
    await send(page);
    expect((await sentTo(id, 1))[0]).toMatchObject({ type: "image", content: { caption: "Shorter" } });

    await choose(page, { name: "party.webp", mimeType: "image/webp", buffer: await webp(page) });
    await page.getByRole("button", { name: "party.webp is sent as: Sticker" }).click();
    await page.getByRole("menuitem", { name: "Picture" }).click();
    await page.getByRole("button", { name: "party.webp is sent as: Picture" }).waitFor();
    await attached(page).getByText("converted for phones").waitFor();
    await send(page);
    expect((await sentTo(id, 2)).at(-1)).toMatchObject({ type: "image" });
  },
);

test.skipIf(NO_CHROMIUM)("who may not answer has no way to attach", async () => {
  const id = await hear({ from: "14155566007", body: "Anyone?" });
  const page = await openInbox(id, { as: "viewer" });
  await thread(page).getByText("Anyone?").waitFor();
  await drop(page, [{ name: "a.txt", type: "text/plain", text: "a" }]);
  expect(await page.getByRole("button", { name: "Attach files" }).count()).toBe(0);
  expect(await attached(page).count()).toBe(0);
});

test("each file is sent as what it is, within what its number takes", () => {
  const file = (type: string, size = 1000) => ({ name: "a", type, size });
  const first = (type: string, size?: number) => kindsOf(file(type, size))[0];
  expect(kindsOf(file("image/jpeg"))).toEqual(["image", "sticker", "document"]);
  expect(first("image/webp")).toBe("sticker");
  expect(first("image/webp", MEBIBYTE)).toBe("image");
  expect(first("image/gif")).toBe("video");
  expect(first("video/quicktime")).toBe("video");
  expect(first("audio/x-m4a")).toBe("audio");
  expect(first("audio/ogg; codecs=opus")).toBe("audio");
  expect(kindsOf(file("image/heic"))).toEqual(["document"]);
  expect(first("application/pdf")).toBe("document");
  expect(complaintOf(file("image/jpeg", 20 * MEBIBYTE), "image", true)).toBeNull();
  expect(complaintOf(file("video/mp4", 101 * MEBIBYTE), "video", false)).toContain("100 MiB");
  expect(complaintOf(file("application/zip"), "document", false)).toBeNull();
  expect(complaintOf(file("application/zip"), "document", true)).toContain("PDF");
  expect(complaintOf(file("text/csv"), "document", true)).toBeNull();
});

type Chosen = { name: string; mimeType: string; buffer: Buffer };

async function choose(page: Page, file: Chosen): Promise<void> {
  await box(page).waitFor();
  const folded = page.getByRole("button", { name: "More for this answer", expanded: false });
  if (await folded.isVisible()) await folded.click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles(file);
}

/** Drops files on the thread, as the browser does it. */
async function drop(page: Page, files: { name: string; type: string; text: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, type, text } of ${JSON.stringify(files)})
      transfer.items.add(new File([text], name, { type }));
    return transfer;
  })()`);
  await thread(page).dispatchEvent("dragover", { dataTransfer });
  await thread(page).dispatchEvent("drop", { dataTransfer });
}

/** Pastes a picture from the clipboard. */
async function paste(page: Page): Promise<void> {
  const picture = (await page.screenshot({ clip: CLIP })).toString("base64");
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob("${picture}"), (character) => character.charCodeAt(0));
    const blob = new Blob([bytes], { type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  })()`);
  await box(page).focus();
  await page.keyboard.press("ControlOrMeta+v");
}

const CLIP = { x: 0, y: 0, width: 64, height: 64 };

async function jpeg(page: Page): Promise<Buffer> {
  return await page.screenshot({ type: "jpeg", clip: CLIP });
}

async function webp(page: Page): Promise<Buffer> {
  const address = await page.evaluate<string>(`(() => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d").fillRect(10, 10, 50, 50);
    return canvas.toDataURL("image/webp");
  })()`);
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}

function pdf(bytes: number): Buffer {
  return Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(bytes, " ")]);
}
