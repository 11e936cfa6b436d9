/** What files may be: by kind of message, by platform, and as the source of a conversion. */
import { expect, test } from "bun:test";
import { FORMS, TARGETS } from "../../daemon/file-rules/forms.ts";
import { ALLOWED, kindOfType, stickerLimit } from "../../daemon/file-rules/kinds.ts";
import { OFFICIAL_FILES } from "../../daemon/file-rules/platforms.ts";
import { formatOf, sourcesOf } from "../../daemon/file-rules/sources.ts";

const MEGABYTE = 1024 ** 2;

test.each([
  ["image/jpeg", "image"],
  ["image/png", "image"],
  ["image/gif", "document"],
  ["video/3gpp", "video"],
  ["video/webm", "document"],
  ["audio/ogg", "audio"],
  ["audio/wav", "document"],
  ["image/webp", "sticker"],
  ["x-image/png", "document"],
  ["image/pngx", "document"],
  ["application/pdf", "document"],
] as const)("%s is shown as %s", (type, kind) => {
  expect(kindOfType(type)).toBe(kind);
});

test("sizes are Meta's, and videos may be as large as documents on phones", () => {
  const sizes = Object.entries(ALLOWED).map(([kind, { mostBytes }]) => [kind, mostBytes / MEGABYTE]);
  expect(sizes).toEqual([
    ["image", 5],
    ["video", 100],
    ["audio", 16],
    ["sticker", 500 / 1024],
    ["document", 100],
  ]);
  expect([stickerLimit(true), stickerLimit(false)]).toEqual([500 * 1024, 100 * 1024]);
  expect(OFFICIAL_FILES.videoBytes).toBe(16 * MEGABYTE);
});

test.each([
  ["application/pdf", true],
  ["text/plain", true],
  ["application/vnd.ms-excel", true],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", true],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.template", false],
  ["application/zip", false],
  ["text/html", false],
  ["text/plain; charset=utf-8", false],
] as const)("an official number takes %s as a document: %p", (type, isTaken) => {
  expect(OFFICIAL_FILES.documents.types.test(type)).toBe(isTaken);
});

test("a result of a conversion is of a kind that messages of its name may hold, and small enough", () => {
  for (const target of TARGETS) {
    const { kind, mimeType, mostBytes } = FORMS[target];
    expect(ALLOWED[kind].types.test(mimeType)).toBe(true);
    expect(mostBytes).toBeLessThanOrEqual(ALLOWED[kind].mostBytes);
  }
  expect(FORMS.sticker.mostBytes).toBe(stickerLimit(false));
  expect(FORMS.thumbnail.mostBytes).toBe(32 * 1024);
});

test("a file is read as the one format that its bytes show", () => {
  expect(formatOf("voice", "audio/wav")).toBe("wav");
  expect(formatOf("voice", "video/mp4")).toBe("mov");
  expect(formatOf("video", "image/gif")).toBe("gif");
  expect(formatOf("sticker", "image/avif")).toBe("mov");
});

test("what a target is not made of is no source of it, whatever its name", () => {
  expect(formatOf("image", "video/mp4")).toBeUndefined();
  expect(formatOf("video", "audio/ogg")).toBeUndefined();
  expect(formatOf("thumbnail", "image/png")).toBeUndefined();
  expect(formatOf("image", "constructor")).toBeUndefined();
  expect(sourcesOf("thumbnail")).toBe("video/mp4, video/3gpp, video/quicktime, video/webm");
});
