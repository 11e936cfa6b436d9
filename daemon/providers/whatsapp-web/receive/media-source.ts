import type { proto } from "baileys";
import { type Dialing, guardOwnHosts } from "../../../egress/own-hosts.ts";
import type { ProviderChannel } from "../../channel.ts";
import type { MediaLookup, MediaSource } from "../../media.ts";
import type { WhatsAppWebSessions } from "../connection/session.ts";
import { type Library, openLibrary } from "../library/library.ts";
import type { ChannelKey, WhatsAppWebRecords } from "../send/records.ts";
import { businessIn } from "./business.ts";
import { decipherer } from "./decipher.ts";
import { mediaError, renew } from "./reupload.ts";
import { unwrapped } from "./unwrap.ts";

export type WhatsAppWebMediaDependencies = {
  records: Pick<WhatsAppWebRecords, "find" | "replace">;
  sessions: WhatsAppWebSessions;
};

export type FileHosts = {
  /** Where WhatsApp Web is; a sandbox has its files on the same host. */
  webSocketUrl: string;
  /** For what was configured in WhatsApp's place. */
  guard: Dialing;
};

/** The part of a message with a file that says where it is and how it is sealed. */
type FileMessage = {
  url?: string | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  mimetype?: string | null;
  fileSha256?: Uint8Array | null;
  fileLength?: unknown;
};

const WHATSAPP_DOMAIN = "whatsapp.net";
const DEFAULT_HOST = "mmg.whatsapp.net";

/** Files of messages of paired numbers, by WhatsApp's id of the message: encrypted on WhatsApp's hosts. */
export function createWhatsAppWebMedia(
  { records, sessions }: WhatsAppWebMediaDependencies,
  hosts: FileHosts,
): MediaSource {
  return {
    guard: guardFileHosts(hosts),
    async locate(channel, id) {
      const library = await openLibrary();
      const original = await records.find(keyOf(channel), id);
      if (original === null) return gone("the message of this file is not kept any more");
      return await locationOf(library, library.proto.Message.decode(original.message));
    },
    renew: (channel, id) => renew({ records, sessions }, keyOf(channel), id),
  };
}

/** Lets requests for files lead to WhatsApp's hosts alone, or to what was configured in their place. */
export function guardFileHosts({ webSocketUrl, guard }: FileHosts): Dialing {
  const { hostname } = new URL(webSocketUrl);
  return guardOwnHosts(
    { owner: "WhatsApp's", domains: [WHATSAPP_DOMAIN], isConfigured: (url) => url.hostname === hostname },
    guard,
  );
}

function keyOf({ organizationId, id }: ProviderChannel): ChannelKey {
  return { organizationId, channelId: id };
}

async function locationOf(library: Library, message: proto.IMessage): Promise<MediaLookup> {
  const found = fileOf(message);
  const url = found === null ? null : urlOf(found.file);
  const mediaKey = found?.file.mediaKey;
  if (found === null || url === null || !mediaKey) return gone("the message names no file");
  const { file, kind } = found;
  const keys = await library.getMediaKeys(mediaKey, kind);
  const size = Number(file.fileLength ?? 0);
  return {
    kind: "found",
    location: {
      url,
      headers: { origin: library.DEFAULT_ORIGIN },
      mimeType: file.mimetype ?? null,
      sha256: file.fileSha256?.length === 32 ? Buffer.from(file.fileSha256).toString("hex") : null,
      size: size > 0 ? size : null,
      decipher: decipherer(keys),
    },
  };
}

type Found = { file: FileMessage; kind: "image" | "video" | "audio" | "document" | "sticker" };

/** The file of a message; null when it has none. */
function fileOf(message: proto.IMessage): Found | null {
  const whole = unwrapped(message) ?? {};
  const inner = businessIn(whole)?.header ?? whole;
  if (inner.imageMessage) return { file: inner.imageMessage, kind: "image" };
  if (inner.videoMessage) return { file: inner.videoMessage, kind: "video" };
  if (inner.ptvMessage) return { file: inner.ptvMessage, kind: "video" };
  if (inner.audioMessage) return { file: inner.audioMessage, kind: "audio" };
  if (inner.documentMessage) return { file: inner.documentMessage, kind: "document" };
  if (inner.stickerMessage) return { file: inner.stickerMessage, kind: "sticker" };
  return null;
}

/**
 * A path on the host that the message names (Baileys, `Utils/messages-media`,
 * downloadContentFromMessage). Both are the sender's own words: the guard sees
 * to it that the host is one of WhatsApp's.
 */
function urlOf({ url, directPath }: FileMessage): string | null {
  if (!directPath?.startsWith("/")) return url || null;
  const host = url && URL.canParse(url) ? new URL(url).host : DEFAULT_HOST;
  return `https://${host}${directPath}`;
}

function gone(detail: string): MediaLookup {
  return { kind: "gone", error: mediaError("media_gone", "Media no longer there", detail, false) };
}
