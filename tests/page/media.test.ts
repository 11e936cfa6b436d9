/** Files in the forms of the page: of a message, and the example of a template's header. */
import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { ALLOWED, type FileKind } from "../../daemon/file-rules/kinds.ts";
import { FILES } from "../../daemon/page/client/view-words.ts";
import { hasFfmpeg } from "../support/ffmpeg.ts";
import { until } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const HOSTILE = `"><img src=x onerror=alert(1)>'; ü\u202Egpj.jpg`;

test("the limits that are shown are those that files are held to", () => {
  for (const kind of Object.keys(ALLOWED) as FileKind[]) {
    const most = ALLOWED[kind].mostBytes / 1024;
    expect(FILES.limits[kind]).toContain(most < 1024 ? `${most} KiB` : `${most / 1024} MiB`);
  }
});

test.skipIf(NO_CHROMIUM)("a picture is uploaded while its caption is written, and sent", async () => {
  const page = await stage.open("/messages/new?type=image", { isFresh: true });
  const form = page.getByRole("region", { name: "Send a message" });
  await form.getByText(FILES.limits.image).waitFor();
  await form.getByRole("textbox", { name: "To", exact: true }).fill("+1 415 555 0161");
  await keepScreenshot(page, "media-empty");
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
  await network.send("Network.emulateNetworkConditions", slow);
  const picture = await jpeg(page, 2_000_000);
  const choose = () =>
    form
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: HOSTILE, mimeType: "image/jpeg", buffer: picture });
  await choose();
  const bar = form.getByRole("progressbar");
  await until(async () => Number(await bar.getAttribute("value")) > 1);
  await keepScreenshot(page, "media-sending");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Cancel", exact: true }).click();
  await choose();
  await until(async () => Number(await bar.getAttribute("value")) > 1);
  await form.getByRole("textbox", { name: "Caption" }).fill("The *menu*");
  await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  const shown = HOSTILE.replace("\u202E", "");
  await form.getByRole("button", { name: `Take ${shown} out` }).waitFor();
  const phone = form.getByRole("figure", { name: "As a phone shows it" });
  await phone.locator("strong").getByText("menu").waitFor();
  await sees(phone);
  await keepScreenshot(page, "media-chosen");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Send a message" }).click();
  await page.getByRole("region", { name: "+14155550161" }).getByText("Read", { exact: true }).waitFor();
  const { body } = await stage.daemon.call("GET", "/v1/messages?to=14155550161");
  expect(body.data[0]).toMatchObject({ type: "image", content: { caption: "The *menu*" } });
});

test.skipIf(NO_CHROMIUM)("what can't be sent as its type is said as the API words it", async () => {
  const page = await stage.open("/messages/new?type=image", { width: "narrow" });
  const form = page.getByRole("region", { name: "Send a message" });
  await put(form, "File", "large.jpg", await jpeg(page, 6 * 1024 ** 2));
  await form.getByText("A file to send as image has at most 5242880 bytes").waitFor();
  await keepScreenshot(page, "media-too-large");
  expect(await accessibilityFaults(page)).toEqual([]);
  await put(form, "File", "notes.txt", Buffer.from("Just words\n"));
  await form.getByText("A file to send as image is a JPEG or PNG; this one is text/plain").waitFor();
  expect(await form.getByRole("button", { name: FILES.convert }).count()).toBe(0);
  await put(form, "File", "empty.jpg", Buffer.alloc(0));
  await form.getByText("The file is empty.").waitFor();
});

test.skipIf(NO_CHROMIUM || !hasFfmpeg)("what WhatsApp does not take is converted on request", async () => {
  const page = await stage.open("/messages/new?type=sticker");
  const form = page.getByRole("region", { name: "Send a message" });
  await put(form, "File", "cat.png", await page.screenshot({ clip: CLIP }));
  await form.getByText("A file to send as sticker is a WebP; this one is image/png").waitFor();
  await form.getByRole("button", { name: FILES.convert }).click();
  await form.getByRole("button", { name: "Take cat.webp out" }).click();
  await form.getByText(FILES.limits.sticker).waitFor();
});

test.skipIf(NO_CHROMIUM)("a template's header has an example file", async () => {
  const page = await stage.open("/templates");
  await page.getByRole("button", { name: "Create template" }).click();
  const form = page.getByRole("dialog", { name: "Create template" });
  await form.getByRole("textbox", { name: "Name" }).fill("menu_of_today");
  await form.getByRole("textbox", { name: "Body" }).fill("What there is today");
  await form.getByRole("button", { name: /^None Header/ }).click();
  await page.getByRole("option", { name: "Picture" }).click();
  await put(form, "Example file", "notes.txt", Buffer.from("Just words\n"));
  await form.getByText("A file to send as image is a JPEG or PNG").waitFor();
  await put(form, "Example file", "menu.jpg", await jpeg(page, 5000));
  await form.getByRole("button", { name: "Take menu.jpg out" }).waitFor();
  const phone = form.getByRole("figure", { name: "As a phone shows it" });
  await sees(phone);
  await keepScreenshot(page, "media-template");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Create template" }).click();
  await page.getByRole("heading", { name: "menu_of_today" }).waitFor();
  const { body } = await stage.daemon.call("GET", "/v1/templates?name=menu_of_today");
  expect(body.data[0].components[0]).toMatchObject({
    ...{ type: "HEADER", format: "IMAGE" },
    example: { media_id: expect.stringMatching(/^med_/) },
  });
});

const CLIP = { x: 0, y: 0, width: 100, height: 100 };

/** A real picture, made longer by bytes that no program reads. */
async function jpeg(page: Page, bytes: number): Promise<Buffer> {
  const picture = await page.screenshot({ type: "jpeg", clip: CLIP });
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]);
}

async function put(form: Locator, label: string, name: string, buffer: Buffer): Promise<void> {
  await form.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: "", buffer });
}

/** Waits until a phone shows the picture, which is loaded once it is in sight. */
async function sees(phone: Locator): Promise<void> {
  const image = phone.locator("img");
  await image.scrollIntoViewIfNeeded();
  await until(async () => (await image.evaluate((one) => Reflect.get(one, "naturalWidth"))) === CLIP.width);
}
