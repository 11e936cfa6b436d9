/** Files that paired numbers send: what they are is seen from their bytes, whatever they are called. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createConverter } from "../../daemon/media/outgoing/convert/converter.ts";
import { createOutgoingFiles } from "../../daemon/media/outgoing/outgoing.ts";
import { FileRefused } from "../../daemon/providers/whatsapp-web/send/records.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-outgoing-"));
const KILOBYTE = 1024;
const ANIMATION = 0x02;

/** A WebP of so many bytes as far as its headers go (RFC 9649, section 2.7). */
function webp(size: number, flags = 0): Buffer {
  const file = Buffer.alloc(size);
  file.write("RIFF\0\0\0\0WEBPVP8X", "latin1");
  file[20] = flags;
  return file;
}

/** The first page of an Ogg file (RFC 3533, section 6), with the header of a codec. */
function ogg(header: string): Buffer {
  return Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), Buffer.from(header, "latin1")]);
}

const FILES: Record<string, Buffer> = {
  "/static.webp": webp(100 * KILOBYTE),
  "/large-static.webp": webp(100 * KILOBYTE + 1),
  "/animated.webp": webp(500 * KILOBYTE, ANIMATION),
  "/large-animated.webp": webp(500 * KILOBYTE + 1, ANIMATION),
  "/png.webp": Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1"),
  "/voice.ogg": ogg("OpusHead"),
  "/vorbis.ogg": ogg("\x01vorbis"),
  "/song.mp3": Buffer.from("ID3 and more"),
  "/large.mp4": Buffer.concat([Buffer.from("\0\0\0\x18ftypisom", "latin1")], 17 * 1024 * KILOBYTE),
};
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) =>
    new Response(FILES[new URL(request.url).pathname] ?? null, { headers: { "content-type": "image/webp" } }),
});
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

/** Uploaded files are sent in tests/media/sending.test.ts. */
const NO_UPLOADS = { incoming: folder, converter: createConverter({}) } as never;
const files = createOutgoingFiles(createEgressGuard(["127.0.0.0/8"]), NO_UPLOADS);
const fetchAs = async (kind: "sticker" | "audio" | "video", path: string, voice = false) => {
  const url = `http://127.0.0.1:${server.port}${path}`;
  return await files(
    { organizationId: "org", tunnel: null },
    { kind, url, voice },
    new AbortController().signal,
  ).catch((cause: unknown) => cause);
};
const fetchSticker = (path: string) => fetchAs("sticker", path);

test.each(["/static.webp", "/animated.webp"])("%s is within the limits of stickers", async (path) => {
  expect(await fetchSticker(path)).toMatchObject({ mimeType: "image/webp" });
});

test.each([
  [
    "/large-static.webp",
    "media_too_large",
    "a static sticker has at most 102400 bytes, an animated one 512000; this one is static and has 102401",
  ],
  ["/large-animated.webp", "media_too_large", "the file has more than 512000 bytes"],
  ["/png.webp", "media_wrong_type", "the file is not a WebP but of type image/png"],
])("%s is refused for good as %s", async (path, code, detail) => {
  const refused = await fetchSticker(path);
  expect(refused).toBeInstanceOf(FileRefused);
  expect((refused as FileRefused).error).toMatchObject({ code, detail, retryable: false });
  expect(readdirSync(folder)).toEqual([]);
});

test("a voice message is Ogg with Opus, and nothing else is passed off as one", async () => {
  expect(await fetchAs("audio", "/voice.ogg", true)).toMatchObject({ mimeType: "audio/ogg" });
  expect(await fetchAs("audio", "/song.mp3")).toMatchObject({ mimeType: "audio/mpeg" });
  for (const [path, found] of [
    ["/song.mp3", "of type audio/mpeg"],
    ["/vorbis.ogg", "Ogg with something else"],
  ] as const) {
    const refused = (await fetchAs("audio", path, true)) as FileRefused;
    expect(refused.error).toMatchObject({ code: "media_wrong_type", retryable: false });
    expect(refused.error.detail).toContain(`a voice message is Ogg with Opus, and this file is ${found}`);
  }
});

test("a video is larger than official numbers may send", async () => {
  expect(await fetchAs("video", "/large.mp4")).toMatchObject({ mimeType: "video/mp4" });
});
