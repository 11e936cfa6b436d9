/** Where a person came from who writes to a paired number. */
import { expect, test } from "bun:test";
import { proto } from "baileys";
import { readContent } from "../../../daemon/providers/whatsapp-web/receive/content.ts";

/** The content of a text with this context, as it is read from the bytes that WhatsApp sends. */
function contentWith(contextInfo: proto.IContextInfo) {
  const bytes = proto.Message.encode({ extendedTextMessage: { text: "Hi", contextInfo } }).finish();
  return readContent(proto.Message.decode(bytes))?.content;
}

test("an advertisement becomes the same referral as on the Cloud API", () => {
  const { MediaType } = proto.ContextInfo.ExternalAdReplyInfo;
  const externalAdReply = {
    title: "Chat with us",
    body: "Everything is cheaper",
    mediaType: MediaType.VIDEO,
    mediaUrl: "https://example.com/video",
    thumbnailUrl: "https://example.com/picture",
    sourceType: "ad",
    sourceId: "120226305854810726",
    sourceUrl: "https://fb.me/4SHzFjKDT",
    ctwaClid: "Aff-n8ZTODiE79d22KtAwQ",
  };
  const entry = { entryPointConversionSource: "ctwa_ad", entryPointConversionApp: "instagram" };
  expect(contentWith({ externalAdReply, ...entry })).toEqual({
    body: "Hi",
    context: { entry_point: { source: "ctwa_ad", app: "instagram" } },
    referral: {
      source_url: "https://fb.me/4SHzFjKDT",
      source_type: "ad",
      source_id: "120226305854810726",
      headline: "Chat with us",
      body: "Everything is cheaper",
      media_type: "video",
      video_url: "https://example.com/video",
      thumbnail_url: "https://example.com/picture",
      ctwa_clid: "Aff-n8ZTODiE79d22KtAwQ",
    },
  });
});

test("a link with a picture is no referral, and a message without a context has none", () => {
  const externalAdReply = { title: "Example", sourceUrl: "https://example.com" };
  expect(contentWith({ externalAdReply })).toEqual({ body: "Hi" });
  expect(contentWith({})).toEqual({ body: "Hi" });
});
