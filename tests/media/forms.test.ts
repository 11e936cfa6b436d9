/** Uploaded files that a platform does not take as they are: converted for the messages that need them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { proto } from "baileys";
import { withPlaces } from "../../daemon/message-types/uploads.ts";
import { checkUploads } from "../../daemon/messages/files/check-uploads.ts";
import { type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";
import { arrived, file, hash, type Json, post, upload } from "./sending.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** What ffmpeg makes of its own test sources. */
async function source(extension: string, ...args: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(tmpdir(), `waypost-form-${crypto.randomUUID()}.${extension}`);
  return await made(path, ...args).finally(() => rmSync(path, { force: true }));
}

test.skipIf(!hasFfmpeg).each([
  ["of a browser", "webm", ["-c:a", "libopus"]],
  ["of a phone", "m4a", ["-c:a", "aac"]],
  ["in an MP3", "mp3", ["-c:a", "libmp3lame"]],
])(
  "a recording %s arrives from both kinds of numbers as a voice message of its length",
  async (_, extension, codec) => {
    // silent in its first half
    const sound = ["-f", "lavfi", "-i", "sine=d=4", "-af", "volume=0:enable='lt(t,2)'", ...codec];
    const bytes = await source(extension, ...sound);
    const media_id = await upload(chat, bytes, `answer.${extension}`);
    const statuses = ["sent", "delivered", "read", "played", "failed"] as const;
    const { provider_message_id } = await chat.sent("audio", { media_id, voice: true }, ...statuses);
    const { kind, raw } = await chat.onPhone(provider_message_id);
    const { audioMessage } = proto.Message.decode(Buffer.from(raw, "base64"));
    const bars = [...(audioMessage?.waveform ?? [])];
    expect([kind, audioMessage?.seconds, bars.length, Math.max(...bars.slice(0, 28))]).toEqual([
      "voice",
      4,
      64,
      0,
    ]);
    expect(bars[60]).toBeGreaterThan(80);
    const official = await post(chat, "audio", { media_id, voice: true });
    const [file] = await arrived(chat, official.body.id);
    expect(file).toMatchObject({
      mime_type: "audio/ogg",
      sha256: Buffer.from(audioMessage?.fileSha256 ?? []).toString("hex"),
    });
  },
);

test.skipIf(!hasFfmpeg)(
  "a video from a paired number has its length and a picture, one that can't be read has none",
  async () => {
    const picture = ["-f", "lavfi", "-i", "testsrc=s=640x480:d=3:r=5", "-pix_fmt", "yuv420p"];
    const bytes = await source("mp4", ...picture, "-c:v", "libx264");
    const shown = async (media_id: string) => {
      const { provider_message_id } = await chat.sent(
        "video",
        { media_id },
        "sent",
        "delivered",
        "read",
        "failed",
      );
      const { raw } = await chat.onPhone(provider_message_id);
      return proto.Message.decode(Buffer.from(raw, "base64")).videoMessage;
    };
    const video = await shown(await upload(chat, bytes, "tour.mp4"));
    const thumbnail = Buffer.from(video?.jpegThumbnail ?? []);
    expect([video?.seconds, thumbnail.subarray(0, 2).toString("hex")]).toEqual([3, "ffd8"]);
    expect(Buffer.from(video?.fileSha256 ?? []).toString("hex")).toBe(hash(bytes));
    const other = await shown(await upload(chat, file("\0\0\0\x18ftypisom", 3000)));
    expect(other?.jpegThumbnail?.length ?? 0).toBe(0);
  },
);

describe.skipIf(!hasFfmpeg)("what a platform does not take as it is", () => {
  const forms = (id: string) => chat.daemon.sql<{ id: string; kind: string }[]>`
    select id, kind from media where converted_from = ${id} order by kind`;

  test("is converted once, and nobody sees it but the messages; it goes with its file", async () => {
    const gif = await source("gif", "-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2:r=10");
    const media_id = await upload(chat, gif, "plan.gif");
    const [image] = await arrived(chat, (await post(chat, "image", { media_id })).body.id);
    expect(image).toMatchObject({ mime_type: "image/jpeg" });
    const again = await arrived(chat, (await post(chat, "image", { media_id })).body.id);
    const [sticker] = await arrived(chat, (await post(chat, "sticker", { media_id })).body.id);
    expect([again, sticker]).toMatchObject([[image], { mime_type: "image/webp" }]);
    const kept = await forms(media_id);
    expect(kept.map(({ kind }) => kind)).toEqual(["image", "sticker"]);
    const listed = await chat.daemon.call("GET", "/v1/media?limit=100");
    const ids = listed.body.data.map(({ id }: Json) => id);
    expect([ids.includes(media_id), ids.includes(kept[0]?.id)]).toEqual([true, false]);
    expect((await chat.daemon.call("GET", `/v1/media/${kept[0]?.id}`)).status).toBe(404);
    expect((await chat.daemon.call("DELETE", `/v1/media/${media_id}`)).status).toBe(204);
    expect(await forms(media_id)).toHaveLength(0);
  });

  test("ends its message when it is damaged, and says so", async () => {
    const media_id = await upload(chat, file("ID3\x03\0\0\0\0\0\0", 500));
    const { error } = await chat.sent("audio", { media_id, voice: true }, "sent", "failed");
    expect(error).toMatchObject({ code: "conversion_failed", title: "Media not converted" });
  });
});

test("without ffmpeg, a message whose file would have to be converted is refused, with what to install", async () => {
  const id = await upload(chat, file("ID3\x03", 500));
  const content = { media_id: id, voice: true };
  const checked = (type: string) => {
    const { uses } = withPlaces(type, content);
    const { sql, organizationId } = chat.daemon;
    return checkUploads({ sql, canConvert: () => false }, organizationId, uses, undefined);
  };
  await expect(checked("audio")).rejects.toMatchObject({
    detail: expect.stringContaining("converted to Ogg with Opus: install ffmpeg"),
  });
  const plain = withPlaces("audio", { media_id: id });
  await checkUploads(
    { sql: chat.daemon.sql, canConvert: () => false },
    chat.daemon.organizationId,
    plain.uses,
    undefined,
  );
});
