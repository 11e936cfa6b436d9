/** Files in a thread: voice messages, documents, and what is not there any more. */
import { expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { receive, settled } from "../inbound/support.ts";
import { until } from "../support/until.ts";
import { sees, thread, threadSite } from "./inbox-thread-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, openThread } = threadSite();

const propertyOf = (element: Locator, name: string) =>
  element.evaluate((one, named) => Reflect.get(one, named), name);

/** Ada sends a file; resolves with its message once the file is there. */
async function hearFile(from: string, kind: string, content: object = {}) {
  const message = await receive(daemon, { from, name: "Ada Lovelace", kind, content });
  expect(await settled(daemon, message.content.media_id)).toBe("stored");
  return message;
}

/** A second of a tone that becomes louder, as a WAV file: what a browser decodes is drawn. */
function tone(): Buffer {
  const rate = 8000;
  const samples = Int16Array.from({ length: rate }, (_, n) => Math.sin(n / 4) * (n / rate) * 32_000);
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write("WAVEfmt ", 8);
  head.set([16, 0, 0, 0, 1, 0, 1, 0], 16);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.set([2, 0, 16, 0], 32);
  head.write("data", 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

test.skipIf(NO_CHROMIUM)("a voice message is played, wound and made faster; only one is heard", async () => {
  const from = "14155569002";
  const sound = { base64: tone().toString("base64"), mime_type: "audio/ogg", voice: true };
  const { conversation_id } = await receive(daemon, {
    from,
    name: "Ada Lovelace",
    kind: "audio",
    content: sound,
  });
  await hearFile(from, "audio", { voice: true });
  const page = await openThread(conversation_id);
  const voice = thread(page)
    .getByRole("listitem")
    .filter({ has: page.locator("audio") });
  await voice.nth(1).waitFor();
  const place = voice.first().getByRole("slider", { name: "Place in Voice message" });
  await place.waitFor();
  await keepScreenshot(page, "inbox-thread-voice");
  await voice.first().getByRole("button", { name: "Speed 1" }).click();
  await voice.first().getByRole("button", { name: "Speed 1.5" }).waitFor();
  await voice.first().getByRole("button", { name: "Play Voice message" }).click();
  await until(async () => Number(await propertyOf(voice.first().locator("audio"), "currentTime")) > 0);
  expect(await propertyOf(voice.first().locator("audio"), "playbackRate")).toBe(1.5);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)(
  "a document says what it is and how large, and a file that is gone says so",
  async () => {
    const from = "14155569003";
    const document = await hearFile(from, "document", { filename: "menu.pdf" });
    const image = await hearFile(from, "image");
    expect((await daemon.call("DELETE", `/v1/media/${image.content.media_id}`)).status).toBe(204);
    const page = await openThread(document.conversation_id);
    await sees(page, /^PDF · \d/);
    await sees(page, "The file is not kept any more.");
    await keepScreenshot(page, "inbox-thread-gone");
    await thread(page).getByRole("button", { name: "Try again" }).click();
    await sees(page, "The file is not kept any more.");
  },
);
