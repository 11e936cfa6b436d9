/** Files that are converted when they are uploaded. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { FormKind } from "../../daemon/file-rules/forms.ts";
import { createShares } from "../../daemon/lib/turns/shares.ts";
import { convert } from "../../daemon/media/outgoing/convert/convert.ts";
import type { Taken } from "../../daemon/media/uploads/whole/take.ts";
import { newHome } from "../cli/run-cli.ts";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

const home = newHome();
const waypost = ownDaemon({ config: { home } });

async function upload(body: Bun.BodyInit, query: string, name = "file") {
  const response = await fetch(`${waypost.url}/v1/media?convert=${query}`, {
    method: "POST",
    headers: { "x-api-key": waypost.key, "content-disposition": `attachment; filename=${name}` },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function bytesOf(id: unknown): Promise<Buffer> {
  const response = await fetch(`${waypost.url}/v1/media/${id}`, { headers: { "x-api-key": waypost.key } });
  return Buffer.from(await response.arrayBuffer());
}

const hash = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const incoming = () => readdirSync(join(home, "media/incoming"));
const source = (name: string) => join(home, name);
/** 16 × 16 red pixels. */
const AVIF =
  "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAD5bWV0YQAAAAAAAAAvaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAFBpY3R1cmVIYW5kbGVyAAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAASEAAAAYAAAAKGlpbmYAAAAAAAEAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAQAAAAEAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAgACAAIAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAAAgbWRhdAoGGAz/2wCAMg4fAAAAWAAAAACpG6UlWA==";
const SOUND = ["-f", "lavfi", "-i", "sine=d=3", "-ac", "2"];
const PICTURE = ["-f", "lavfi", "-i", "testsrc=s=640x480:d=2:r=10"];

describe.skipIf(!hasFfmpeg)("with ffmpeg", () => {
  test.each([
    ["a recording of a browser", "rec.webm", ["-c:a", "libopus"]],
    ["a recording of a phone", "rec.m4a", ["-c:a", "aac"]],
    ["an MP3", "rec.mp3", ["-c:a", "libmp3lame"]],
    ["a recorder's WAV", "rec.wav", ["-c:a", "pcm_s16le"]],
  ])("%s becomes a voice message of its length", async (_, name, codec) => {
    const { status, body } = await upload(await made(source(name), ...SOUND, ...codec), "voice", name);
    expect([status, body.kind, body.mime_type, body.filename]).toEqual([
      201,
      "audio",
      "audio/ogg",
      "rec.ogg",
    ]);
    expect(body.duration_seconds as number).toBeCloseTo(3, 0);
    const bytes = await bytesOf(body.id);
    expect([bytes.toString("latin1", 28, 36), bytes[37]]).toEqual(["OpusHead", 1]);
    expect(incoming()).toEqual([]);
  });

  test("a picture becomes a JPEG or a sticker, and a video an MP4", async () => {
    const gif = await made(source("a.gif"), ...PICTURE);
    const image = await upload(gif, "image");
    expect(image.body).toMatchObject({ kind: "image", mime_type: "image/jpeg", width: 640, height: 480 });
    const sticker = await upload(gif, "sticker");
    expect(sticker.body).toMatchObject({ kind: "sticker", mime_type: "image/webp", width: 512, height: 512 });
    const video = await upload(await made(source("a.webm"), ...PICTURE, "-c:v", "libvpx"), "video");
    expect(video.body).toMatchObject({ kind: "video", mime_type: "video/mp4", width: 640, height: 480 });
    expect((await bytesOf(video.body.id)).includes("avc1")).toBe(true);
  });

  test("a video that every phone shows stays as it is, and others are re-encoded", async () => {
    const encoded = (name: string, ...codecs: string[]) =>
      made(source(name), ...PICTURE, "-f", "lavfi", "-i", "sine=d=2", "-pix_fmt", "yuv420p", ...codecs);
    const good = await encoded("good.mp4", "-c:v", "libx264", "-c:a", "aac");
    expect((await upload(good, "video")).body).toMatchObject({ sha256: hash(good), kind: "video" });
    const foreign = [
      await encoded("pictures.mp4", "-c:v", "mpeg4", "-c:a", "aac"),
      await encoded("sound.mp4", "-c:v", "libx264", "-c:a", "libmp3lame"),
      await encoded("deep.mp4", "-c:v", "libx264", "-pix_fmt", "yuv444p", "-c:a", "aac"),
    ];
    for (const bytes of foreign) {
      const { status, body } = await upload(bytes, "video");
      expect([status, body.sha256 === hash(bytes)]).toEqual([201, false]);
      const made = await upload(await bytesOf(body.id), "video");
      expect(made.body.sha256).toBe(body.sha256);
    }
  });

  test("an AVIF becomes a JPEG", async () => {
    const { status, body } = await upload(Buffer.from(AVIF, "base64"), "image", "red.avif");
    expect([status, body.mime_type, body.filename, body.width]).toEqual([201, "image/jpeg", "red.jpg", 16]);
  });

  test("a damaged file is refused, and leaves nothing", async () => {
    const damaged = new Uint8Array(5000).fill(7);
    damaged.set(Buffer.from("ID3\x03\x00\x00\x00\x00\x00\x00"));
    const { body } = await upload(damaged, "voice");
    expect(body).toMatchObject({ status: 422, code: "conversion_failed" });
    expect(body.detail).not.toContain(home);
    expect(incoming()).toEqual([]);
  });

  describe("files that name others", () => {
    let fetches = 0;
    let server: ReturnType<typeof Bun.serve>;
    beforeAll(() => {
      server = Bun.serve({
        ...{ port: 0, hostname: "127.0.0.1" },
        fetch: () => new Response(String(fetches++)),
      });
    });
    afterAll(() => server.stop(true));

    test.each(["voice", "image", "video", "sticker"])("open none as %s", async (target) => {
      const secret = await made(source("secret.mp3"), ...SOUND);
      expect(secret.length).toBeGreaterThan(0);
      const [address, path] = [`http://127.0.0.1:${server.port}/a.mp3`, source("secret.mp3")];
      const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:3,\n${address}\n#EXTINF:3,\n${path}\n#EXT-X-ENDLIST\n`;
      const hostile = [
        playlist,
        `ID3\x03\x00\x00\x00\x00\x00\x00${playlist}`,
        `OggS${playlist}`,
        `\0\0\0\x18ftypmp42${playlist}`,
        `GIF89a${playlist}`,
        `ffconcat version 1.0\nfile '${path}'\nfile '${address}'\n`,
        `<svg xmlns="http://www.w3.org/2000/svg"><image href="${address}"/><image href="file://${path}"/></svg>`,
      ];
      for (const text of hostile) {
        const { status } = await upload(Buffer.from(text, "latin1"), target, "list.m3u8");
        expect([415, 422]).toContain(status);
      }
      expect([fetches, incoming()]).toEqual([0, []]);
    });
  });
});

describe("a converter", () => {
  const taken = async (bytes: string, mimeType: string): Promise<Taken> => {
    const path = source(`upload.${crypto.randomUUID()}`);
    await Bun.write(path, bytes);
    const size = bytes.length;
    return { path, size, mimeType, kind: "document", sha256: "", fileName: null, refuseLarger: () => {} };
  };
  const never = new AbortController().signal;
  const one = { turns: createShares({ atOnce: 1 }), patienceMs: 60_000 };
  const wanted = (target: FormKind, signal = never) => ({ names: ["org_1"], target, signal });

  test("without ffmpeg says what to install, and keeps what needs no conversion", async () => {
    const converter = { ...one, findFfmpeg: () => null };
    const sound = await taken("ID3", "audio/mpeg");
    await expect(convert(converter, sound, wanted("voice"))).rejects.toMatchObject({
      status: 422,
      code: "conversion_unavailable",
      message: expect.stringContaining("install ffmpeg"),
    });
    const voice = await taken(`OggS${"\0".repeat(24)}OpusHead`, "audio/ogg");
    expect(await convert(converter, voice, wanted("voice"))).toMatchObject({
      path: voice.path,
      kind: "audio",
    });
  });

  test("that is stopped in the middle leaves no half file", async () => {
    const ffmpeg = source("ffmpeg");
    await Bun.write(
      ffmpeg,
      `#!/bin/sh\nfor last; do :; done\necho half > "\${last#file:}"\nexec sleep 600\n`,
    );
    await chmod(ffmpeg, 0o755);
    const stop = new AbortController();
    const sound = await taken("ID3", "audio/mpeg");
    const output = `${sound.path}.ogg`;
    const converter = { ...one, findFfmpeg: () => ffmpeg };
    const converting = convert(converter, sound, wanted("voice", stop.signal));
    await until(() => existsSync(output));
    stop.abort();
    await expect(converting).rejects.toMatchObject({ code: "conversion_failed" });
    expect(existsSync(output)).toBe(false);
  });
});
