/** Which uploaded files have to be converted for which messages; what a platform takes as it is never is. */
import { expect, test } from "bun:test";
import { neededForm } from "../../daemon/media/outgoing/convert/needed-form.ts";

const MEGABYTE = 1024 ** 2;
type Facts = Parameters<typeof neededForm>[0];

const file = (mime_type: string, more: Partial<Facts> = {}): Facts => ({
  ...{ mime_type, size: 1000, width: null, height: null, encoding: null },
  ...more,
});
const showing = (kind: string, more: object = {}) => ({ kind, voice: false, videoBytes: undefined, ...more });
const VOICE = showing("audio", { voice: true });
const STICKER = { width: 512, height: 512, encoding: "still" } as const;

test.each<[string, Facts, Parameters<typeof neededForm>[1], string | null]>([
  ["a browser's recording as a voice message", file("video/webm"), VOICE, "voice"],
  ["a phone's", file("audio/mp4"), VOICE, "voice"],
  ["an MP3", file("audio/mpeg"), VOICE, "voice"],
  ["Ogg with Opus", file("audio/ogg", { encoding: "opus" }), VOICE, null],
  ["Ogg with something else", file("audio/ogg", { encoding: "other" }), VOICE, "voice"],
  ["an MP3 that is no voice message", file("audio/mpeg"), showing("audio"), null],
  ["a WAV that is none", file("audio/wav"), showing("audio"), "voice"],
  ["a JPEG", file("image/jpeg"), showing("image"), null],
  ["a JPEG that is too large", file("image/jpeg", { size: 6 * MEGABYTE }), showing("image"), "image"],
  ["a WebP as an image", file("image/webp", STICKER), showing("image"), "image"],
  ["an AVIF", file("image/avif"), showing("image"), "image"],
  ["a drawing", file("image/svg+xml"), showing("image"), null],
  ["a picture as a document", file("image/avif"), showing("document"), null],
  ["a sticker", file("image/webp", STICKER), showing("sticker"), null],
  [
    "a sticker of another size",
    file("image/webp", { ...STICKER, width: 300 }),
    showing("sticker"),
    "sticker",
  ],
  ["a heavy sticker", file("image/webp", { ...STICKER, size: 150_000 }), showing("sticker"), "sticker"],
  ["one that moves", file("image/webp", { encoding: "animated", size: 150_000 }), showing("sticker"), null],
  ["a picture as a sticker", file("image/png"), showing("sticker"), "sticker"],
  ["a video", file("video/mp4", { encoding: "h264" }), showing("video"), null],
  ["a video of another encoding", file("video/mp4", { encoding: "other" }), showing("video"), "video"],
  ["a video of which nothing is known", file("video/mp4"), showing("video"), null],
  ["a video of a Mac", file("video/quicktime"), showing("video"), "video"],
  ["a long video", file("video/mp4", { size: 20 * MEGABYTE, encoding: "h264" }), showing("video"), null],
  [
    "a long video on an official number",
    file("video/mp4", { size: 20 * MEGABYTE, encoding: "h264" }),
    showing("video", { videoBytes: 16 * MEGABYTE }),
    "video",
  ],
])("%s", (_, facts, shown, target) => {
  expect(neededForm(facts, shown)).toBe(target as ReturnType<typeof neededForm>);
});
