/** What a message says of its file, before that is there. */
import { expect, test } from "bun:test";
import { readContent } from "../../../daemon/providers/whatsapp-web/receive/content.ts";

test("a picture has its pixels, a video its seconds, a document its pages", () => {
  expect(readContent({ imageMessage: { width: 1600, height: 1200, fileLength: 48_213 } })?.content).toEqual({
    ...{ width: 1600, height: 1200, size: 48_213 },
  });
  expect(readContent({ videoMessage: { width: 640, height: 480, seconds: 65 } })?.content).toMatchObject({
    seconds: 65,
  });
  expect(readContent({ documentMessage: { pageCount: 3 } })?.content).toEqual({ pages: 3 });
});

test("a voice message has its waveform, within what apps draw", () => {
  const waveform = Uint8Array.from({ length: 80 }, (_, n) => n * 2);
  const content = readContent({ audioMessage: { ptt: true, seconds: 4, waveform } })?.content;
  expect(content).toMatchObject({ voice: true, seconds: 4 });
  expect(content?.waveform).toEqual(Array.from({ length: 64 }, (_, n) => Math.min(100, n * 2)));
});

test("what is impossible is left out", () => {
  const nothing = { width: 0, height: 10, seconds: -1, fileLength: 2 ** 40, pageCount: Number.NaN };
  expect(readContent({ videoMessage: nothing })?.content).toEqual({});
  expect(readContent({ documentMessage: nothing })?.content).toEqual({});
  expect(readContent({ audioMessage: { waveform: new Uint8Array() } })?.content).toEqual({ voice: false });
});
