/** Uploaded files in messages, from official and from paired numbers, as they arrive. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { proto } from "baileys";
import { contentOf } from "../../daemon/providers/whatsapp-web/send/content.ts";
import { take } from "../inbound/support.ts";
import { type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

type Json = Record<string, unknown>;
const TO = "16505550100";
const hash = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

/** A file of so many bytes that begins as its kind does. */
function file(beginning: string, size: number): Buffer {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536))));
  const whole = Buffer.concat(
    Array.from({ length: Math.ceil(size / bytes.length) }, () => bytes),
    size,
  );
  whole.write(beginning, "latin1");
  return whole;
}
const PNG = () => file("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02", 2000);
const MP4 = (size = 3000) => file("\0\0\0\x18ftypisom", size);
const PDF = (size = 4000) => file("%PDF-1.7\n", size);

async function upload(bytes: Uint8Array, name = "file.bin", query = ""): Promise<string> {
  const answer = await fetch(`${chat.daemon.url}/v1/media${query}`, {
    method: "POST",
    headers: {
      "x-api-key": chat.daemon.key,
      "content-disposition": `attachment; filename="${name}"`,
      "content-type": "application/octet-stream",
    },
    body: bytes,
  });
  const body = (await answer.json()) as { id: string };
  if (answer.status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

const post = (type: string, content: Json, more: Json = {}) =>
  chat.daemon.call("POST", "/v1/messages", {
    ...{ channel_id: chat.daemon.channelId, to: TO, type, content },
    ...more,
  });

/** What arrived at a person of the Graph sandbox. */
async function arrived(id: string): Promise<Json[]> {
  await chat.daemon.until(id, "sent", "delivered", "read", "failed");
  const answer = await fetch(`${chat.daemon.sandbox.url}/sandbox/messages?callback=${id}`);
  const { data } = (await answer.json()) as { data: { files: Json[] }[] };
  return data.flatMap(({ files }) => files);
}

const uploads = async (id: string) =>
  await chat.daemon.sql`select provider_media_id from media_copies where media_id = ${id}`;

test("an official number sends it byte for byte, uploaded once, and by its file's name", async () => {
  const bytes = PDF();
  const media_id = await upload(bytes, "menu.pdf");
  const first = await post("document", { media_id, caption: "Today" });
  expect(await arrived(first.body.id)).toMatchObject([{ sha256: hash(bytes), size: bytes.length }]);
  const [copy] = await uploads(media_id);
  const second = await post("document", { media_id, file_name: "other.pdf" });
  expect(await arrived(second.body.id)).toHaveLength(1);
  expect(await uploads(media_id)).toMatchObject([{ ...copy }]);
  const { body } = await chat.daemon.call("GET", `/v1/messages/${first.body.id}`);
  expect(body.content).toEqual({ media_id, caption: "Today", file_name: "menu.pdf" });
});

test("a file that Meta lost is uploaded again", async () => {
  const bytes = PNG();
  const media_id = await upload(bytes);
  await arrived((await post("image", { media_id })).body.id);
  await chat.daemon.sql`update media_copies set provider_media_id = '404' where media_id = ${media_id}`;
  const { body } = await post("image", { media_id });
  expect(await arrived(body.id)).toMatchObject([{ sha256: hash(bytes) }]);
  expect((await uploads(media_id))[0]?.provider_media_id).not.toBe("404");
});

test("a file that Meta says later that it could not use is uploaded again for the next message", async () => {
  const media_id = await upload(PNG());
  const silent = "15550000401";
  const { body } = await post("image", { media_id }, { to: silent });
  const message = await chat.daemon.until(body.id, "sent");
  const [before] = await uploads(media_id);
  const failed = {
    ...{
      id: message.provider_message_id,
      status: "failed",
      timestamp: String(Math.floor(Date.now() / 1000)),
    },
    ...{ recipient_id: silent, errors: [{ code: 131053, title: "Media upload error" }] },
  };
  await take(chat.daemon, { statuses: [failed] });
  const { error } = await chat.daemon.until(body.id, "failed");
  expect([error?.code, await uploads(media_id)]).toEqual(["media_rejected", []]);
  const again = await post("image", { media_id });
  expect(await arrived(again.body.id)).toHaveLength(1);
  expect(await uploads(media_id)).not.toEqual([before]);
});

test("headers, cards and templates take it", async () => {
  const [png, mp4] = [PNG(), MP4()];
  const [image, video] = [await upload(png), await upload(mp4)];
  const buttons = [{ id: "a", title: "A" }];
  const header = await post("buttons", {
    ...{ header: { type: "image", media_id: image }, body: "Book it?", buttons },
  });
  expect(await arrived(header.body.id)).toMatchObject([{ sha256: hash(png) }]);
  const card = { media_type: "video", media_id: video, buttons };
  const cards = await post("media_carousel", { body: "Flats", cards: [card, card] });
  expect((await arrived(cards.body.id)).map(({ sha256 }) => sha256)).toEqual([hash(mp4), hash(mp4)]);
  const defined = await fetch(`${chat.daemon.sandbox.url}/sandbox/templates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ name: "parcel", language: "en_US", category: "UTILITY", status: "APPROVED" },
      components: [
        { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::aW"] } },
        { type: "BODY", text: "It is here." },
      ],
    }),
  });
  expect(defined.status).toBe(200);
  const parameters = [{ type: "image", image: { media_id: image } }];
  const template = await post("template", {
    template: { name: "parcel", language: { code: "en_US" }, components: [{ type: "header", parameters }] },
  });
  expect([template.status, template.body.errors]).toEqual([201, undefined]);
  expect(await arrived(template.body.id)).toMatchObject([{ sha256: hash(png) }]);
});

test.each<[string, () => Buffer, string, Json]>([
  ["image", PNG, "image", {}],
  ["video", () => MP4(200_000), "video", {}],
  ["document", () => PDF(3_000_000), "document", { file_name: "a.pdf" }],
  ["audio", () => file(`OggS${"\0".repeat(24)}OpusHead`, 5000), "voice", { voice: true }],
])("a paired number sends it byte for byte as %s", async (type, make, kind, more) => {
  const bytes = make();
  const media_id = await upload(bytes);
  const { provider_message_id } = await chat.sent(
    type,
    { media_id, ...more },
    "sent",
    "delivered",
    "read",
    "played",
    "failed",
  );
  const there = await chat.onPhone(provider_message_id);
  expect(there).toMatchObject({ kind, file: { sha256: hash(bytes) } });
});

test.skipIf(!hasFfmpeg).each([
  ["of a browser", "webm", ["-c:a", "libopus"]],
  ["of a phone", "m4a", ["-c:a", "aac"]],
  ["in an MP3", "mp3", ["-c:a", "libmp3lame"]],
])(
  "a recording %s arrives as a voice message of its length, with a waveform",
  async (_, extension, codec) => {
    const path = join(tmpdir(), `waypost-voice-${crypto.randomUUID()}.${extension}`);
    // silent in its first half
    const sound = ["-f", "lavfi", "-i", "sine=d=4", "-af", "volume=0:enable='lt(t,2)'", ...codec];
    const bytes = await made(path, ...sound).finally(() => rmSync(path, { force: true }));
    const media_id = await upload(bytes, `answer.${extension}`, "?convert=voice");
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
  },
);

test("a paired number tells the length and the waveform of a voice message", async () => {
  const waveform = new Uint8Array(64).fill(50);
  const measures = { width: null, height: null, seconds: 2.4, waveform };
  const file = { kind: "audio", url: "https://media.invalid/med_1", voice: true } as const;
  const bytes = Buffer.from("OggS");
  const content = await contentOf({ show: "file", file }, async () => ({
    ...{ bytes, mimeType: "audio/ogg", measures },
  }));
  expect(content).toMatchObject({ ptt: true, seconds: 2, waveform });
});

test.each<[string, (id: string) => Json, string, string]>([
  [
    "beside an address",
    (media_id) => ({ media_id, media_url: "https://example.com/a" }),
    "image",
    "media_id",
  ],
  ["that nobody uploaded", () => ({ media_id: "med_01JDB2M5S8V0ZC3K7Q2M4N6P93" }), "image", "media_id"],
  ["that no id could be", () => ({ media_id: "../../etc" }), "image", "media_id"],
  ["of another kind", (media_id) => ({ media_id }), "video", "media_id"],
  ["by its place", (id) => ({ media_url: `https://media.invalid/${id}` }), "image", "media_url"],
])("a file %s is refused", async (_, content, type, field) => {
  const { status, body } = await post(type, content(await upload(PNG())));
  expect([status, body.code, body.errors[0].path]).toEqual([422, "invalid_content", `/content/${field}`]);
});

test("a recording of another form as a voice message is refused, with what makes it one", async () => {
  const media_id = await upload(file("ID3\x03", 500));
  const { status, body } = await post("audio", { media_id, voice: true });
  expect([status, body.errors[0].path]).toEqual([422, "/content/media_id"]);
  expect(body.detail).toContain("upload it with ?convert=voice");
  expect((await post("audio", { media_id })).status).toBe(201);
});

test("a video that only phones take is refused on an official number", async () => {
  const media_id = await upload(MP4(17 * 1024 ** 2));
  expect((await post("video", { media_id })).body.detail).toContain("at most 16777216 can be sent");
});

test("a file that a waiting message needs can't be deleted, and does not expire", async () => {
  const media_id = await upload(PNG());
  const { body } = await post("image", { media_id }, { scheduled_at: new Date(Date.now() + 60_000) });
  const refused = await chat.daemon.call("DELETE", `/v1/media/${media_id}`);
  expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
  await chat.daemon.call("POST", `/v1/messages/${body.id}/cancel`);
  expect((await chat.daemon.call("DELETE", `/v1/media/${media_id}`)).status).toBe(204);
});
