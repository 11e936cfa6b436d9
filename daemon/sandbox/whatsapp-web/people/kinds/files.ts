import type { proto } from "baileys";
import type { FileReference } from "../../media/media.ts";
import type { Saying } from "../sending/saying.ts";
import { type Content, contextOf, type Maker, numberOf, type Scene, textOf } from "./kind.ts";

/** The smallest files of their types. */
const SAMPLES = {
  image: {
    mimetype: "image/png",
    base64:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  },
  video: { mimetype: "video/mp4", base64: "AAAAGGZ0eXBpc29tAAACAGlzb21pc28yAAAACGZyZWU=" },
  audio: {
    mimetype: "audio/ogg; codecs=opus",
    base64: "T2dnUwACAAAAAAAAAAAAAAAAAAAAAAAAAAABE09wdXNIZWFkAQE4AYC7AAAAAAA=",
  },
  document: { mimetype: "application/pdf", base64: "JVBERi0xLjQKJSVFT0YK" },
  sticker: { mimetype: "image/webp", base64: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==" },
  lottie: { mimetype: "application/was", base64: "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==" },
} as const;

type Sample = keyof typeof SAMPLES;
type File = FileReference & { mimetype: string } & { contextInfo?: proto.IContextInfo };
type Build = (file: File, content: Content) => proto.IMessage;

/** A message with a file: its bytes are `base64`, its type is `mime_type`, `host` is where it claims to be; `reply_to`. */
function withFile(sample: Sample, mediaType: string, build: Build): Maker {
  return async (content, scene): Promise<Saying> => {
    const file = await upload(content, sample, scene);
    return { type: "media", mediaType, message: build({ ...file, ...contextOf(content, scene) }, content) };
  };
}

async function upload(content: Content, sample: Sample, { world }: Scene): Promise<File> {
  const plain = Buffer.from(textOf(content, "base64", SAMPLES[sample].base64), "base64");
  const reference = await world.media.put(plain, sample === "lottie" ? "sticker" : sample);
  const host = textOf(content, "host", world.media.host);
  const url = `https://${host}${reference.directPath}`;
  return { ...reference, url, mimetype: textOf(content, "mime_type", SAMPLES[sample].mimetype) };
}

const captionOf = (content: Content) =>
  content.caption === undefined ? {} : { caption: textOf(content, "caption", "") };

const documentOf: Build = (file, content) => ({
  documentMessage: {
    ...file,
    ...captionOf(content),
    fileName: textOf(content, "file_name", "file.pdf"),
    title: textOf(content, "file_name", "file.pdf"),
  },
});

export const image = withFile("image", "image", (file, content) => ({
  imageMessage: { ...file, ...captionOf(content), width: 1, height: 1 },
}));

export const video = withFile("video", "video", (file, content) => ({
  videoMessage: { ...file, ...captionOf(content), seconds: 1 },
}));

/** A round video. */
export const videoNote = withFile("video", "ptv", (file) => ({ ptvMessage: { ...file, seconds: 1 } }));

export const audio = withFile("audio", "audio", (file) => ({
  audioMessage: { ...file, seconds: 1, ptt: false },
}));

export const voice = withFile("audio", "ptt", (file) => ({
  audioMessage: { ...file, seconds: 1, ptt: true },
}));

/** `file_name`, `caption`. With a caption, phones wrap the document. */
export const document = withFile("document", "document", (file, content) => {
  const message = documentOf(file, content);
  return content.caption === undefined ? message : { documentWithCaptionMessage: { message } };
});

export const sticker = withFile("sticker", "sticker", (file, content) => ({
  stickerMessage: { ...file, isAnimated: content.animated === true, width: 64, height: 64 },
}));

/** A sticker that moves, as phones send those of WhatsApp's own collections: a zipped animation in a wrapper. */
export const lottieSticker = withFile("lottie", "sticker", (file) => ({
  lottieStickerMessage: {
    message: { stickerMessage: { ...file, isAnimated: true, isLottie: true, width: 64, height: 64 } },
  },
}));

/** `images` and `videos`: how many follow, each as a message. */
export const album: Maker = (content) => ({
  message: {
    albumMessage: {
      expectedImageCount: numberOf(content, "images", 2),
      expectedVideoCount: numberOf(content, "videos", 0),
    },
  },
});
