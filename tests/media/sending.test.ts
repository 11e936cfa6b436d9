/** Uploaded files in messages, from official and from paired numbers, as they arrive. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { contentOf } from "../../daemon/providers/whatsapp-web/send/content.ts";
import { take } from "../inbound/support.ts";
import { type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import { arrived, file, hash, type Json, post, upload } from "./sending.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const PNG = () => file("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02", 2000);
const MP4 = (size = 3000) => file("\0\0\0\x18ftypisom", size);
const PDF = (size = 4000) => file("%PDF-1.7\n", size);

const uploads = async (id: string) =>
  await chat.daemon.sql`select provider_media_id from media_copies where media_id = ${id}`;

test("an official number sends it byte for byte, uploaded once, and by its file's name", async () => {
  const bytes = PDF();
  const media_id = await upload(chat, bytes, "menu.pdf");
  const first = await post(chat, "document", { media_id, caption: "Today" });
  expect(await arrived(chat, first.body.id)).toMatchObject([{ sha256: hash(bytes), size: bytes.length }]);
  const [copy] = await uploads(media_id);
  const second = await post(chat, "document", { media_id, file_name: "other.pdf" });
  expect(await arrived(chat, second.body.id)).toHaveLength(1);
  expect(await uploads(media_id)).toMatchObject([{ ...copy }]);
  const { body } = await chat.daemon.call("GET", `/v1/messages/${first.body.id}`);
  expect(body.content).toEqual({ media_id, caption: "Today", file_name: "menu.pdf" });
});

test("a file that Meta lost is uploaded again", async () => {
  const bytes = PNG();
  const media_id = await upload(chat, bytes);
  await arrived(chat, (await post(chat, "image", { media_id })).body.id);
  await chat.daemon.sql`update media_copies set provider_media_id = '404' where media_id = ${media_id}`;
  const { body } = await post(chat, "image", { media_id });
  expect(await arrived(chat, body.id)).toMatchObject([{ sha256: hash(bytes) }]);
  expect((await uploads(media_id))[0]?.provider_media_id).not.toBe("404");
});

test("a file that Meta says later that it could not use is uploaded again for the next message", async () => {
  const media_id = await upload(chat, PNG());
  const silent = "15550000401";
  const { body } = await post(chat, "image", { media_id }, { to: silent });
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
  const again = await post(chat, "image", { media_id });
  expect(await arrived(chat, again.body.id)).toHaveLength(1);
  expect(await uploads(media_id)).not.toEqual([before]);
});

test("headers, cards and templates take it", async () => {
  const [png, mp4] = [PNG(), MP4()];
  const [image, video] = [await upload(chat, png), await upload(chat, mp4)];
  const buttons = [{ id: "a", title: "A" }];
  const header = await post(chat, "buttons", {
    ...{ header: { type: "image", media_id: image }, body: "Book it?", buttons },
  });
  expect(await arrived(chat, header.body.id)).toMatchObject([{ sha256: hash(png) }]);
  const card = { media_type: "video", media_id: video, buttons };
  const cards = await post(chat, "media_carousel", { body: "Flats", cards: [card, card] });
  expect((await arrived(chat, cards.body.id)).map(({ sha256 }) => sha256)).toEqual([hash(mp4), hash(mp4)]);
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
  const template = await post(chat, "template", {
    template: { name: "parcel", language: { code: "en_US" }, components: [{ type: "header", parameters }] },
  });
  expect([template.status, template.body.errors]).toEqual([201, undefined]);
  expect(await arrived(chat, template.body.id)).toMatchObject([{ sha256: hash(png) }]);
});

test.each<[string, () => Buffer, string, Json]>([
  ["image", PNG, "image", {}],
  ["video", () => MP4(200_000), "video", {}],
  ["document", () => PDF(3_000_000), "document", { file_name: "a.pdf" }],
  ["audio", () => file(`OggS${"\0".repeat(24)}OpusHead`, 5000), "voice", { voice: true }],
])("a paired number sends it byte for byte as %s", async (type, make, kind, more) => {
  const bytes = make();
  const media_id = await upload(chat, bytes);
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

test("a paired number sends the length and the waveform of a voice message", async () => {
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
  const { status, body } = await post(chat, type, content(await upload(chat, PNG())));
  expect([status, body.code, body.errors[0].path]).toEqual([422, "invalid_content", `/content/${field}`]);
});

test("a file that its message can't hold and nothing makes smaller is refused", async () => {
  const media_id = await upload(chat, file("OggS", 17 * 1024 ** 2), "long.ogg", "?as=document");
  expect((await post(chat, "video", { media_id })).body.detail).toContain(
    "not an MP4 or 3GPP but of type audio/ogg",
  );
});

test("a file that a waiting message needs can't be deleted, and does not expire", async () => {
  const media_id = await upload(chat, PNG());
  const { body } = await post(chat, "image", { media_id }, { scheduled_at: new Date(Date.now() + 60_000) });
  const refused = await chat.daemon.call("DELETE", `/v1/media/${media_id}`);
  expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
  await chat.daemon.call("POST", `/v1/messages/${body.id}/cancel`);
  expect((await chat.daemon.call("DELETE", `/v1/media/${media_id}`)).status).toBe(204);
});
