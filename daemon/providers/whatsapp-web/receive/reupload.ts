import type { WAMessage } from "baileys";
import type { MessageError } from "../../message-error.ts";
import type { WhatsAppWebSessions } from "../connection/session.ts";
import { openLibrary } from "../library/library.ts";
import type { ChannelKey, WhatsAppWebRecords } from "../send/records.ts";

type Renewing = { records: Pick<WhatsAppWebRecords, "find" | "replace">; sessions: WhatsAppWebSessions };

/**
 * Asks the phone that sent a file to upload it again. By ourselves: Baileys'
 * `downloadMediaMessage` looks for the host's answer where it is not.
 */
export async function renew(
  { records, sessions }: Renewing,
  channel: ChannelKey,
  id: string,
): Promise<MessageError | null> {
  const socket = sessions.find(channel.channelId)?.socket() ?? null;
  const original = await records.find(channel, id);
  if (socket === null || original === null) return unavailable("the number is not connected");
  const library = await openLibrary();
  const message = library.proto.Message.decode(original.message);
  const { remoteJid, fromMe, participant } = original;
  // in a group the phone finds a message by its writer, too
  const key = { remoteJid, fromMe, id, ...(participant ? { participant } : {}) };
  try {
    // the new address is on the host that WhatsApp names now
    await socket.refreshMediaConn(false);
    const { message: renewed } = await within(UPLOAD_MS, () =>
      socket.updateMediaMessage({ key, message } as WAMessage),
    );
    await records.replace(channel, id, library.proto.Message.encode(renewed ?? message).finish());
    return null;
  } catch (cause) {
    return unavailable(cause instanceof Error ? cause.message : String(cause));
  }
}

/** A phone that is off does not respond. */
const UPLOAD_MS = 60_000;

async function within<Result>(withinMs: number, work: () => Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the phone did not respond")), withinMs);
  return await Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

function unavailable(reason: string): MessageError {
  const detail = `the file is gone from WhatsApp's hosts, and the phone did not upload it again: ${reason}`;
  return mediaError("media_gone", "Media no longer there", detail, true);
}

export function mediaError(code: string, title: string, detail: string, retryable: boolean): MessageError {
  return { code, title, detail, provider_code: null, retryable };
}
