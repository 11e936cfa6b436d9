import type { Sql } from "../../../db/connection/client.ts";
import { findCopy, forgetCopy, keepCopy } from "../../../db/media/copies.ts";
import { openUploadedFile } from "../../media/outgoing/uploaded-file.ts";
import type { MediaStore } from "../../media/stores/store.ts";
import type { ProviderChannel } from "../../providers/channel.ts";
import type { Provider, UploadOutcome } from "../../providers/provider.ts";

/** Where uploaded files are on a platform's servers. */
export type Copies = {
  /** The platform's id of a file: uploaded once for each number, and again when that expires. Never throws. */
  of(provider: Uploading, channel: ProviderChannel, mediaId: string, signal: AbortSignal): Promise<Copied>;
  /** The platform says that it has no such file any more. */
  forget(channel: ProviderChannel, mediaId: string): Promise<void>;
};

export type Uploading = Required<Pick<Provider, "upload">>;
/** `isKept`: it was uploaded before. */
export type Copied =
  | { kind: "uploaded"; id: string; isKept: boolean }
  | Exclude<UploadOutcome, { kind: "uploaded" }>;

export function createCopies({ sql, store }: { sql: Sql; store: MediaStore }): Copies {
  /** Uploads under way: messages that need the same file wait for one. A number's lane is held by one daemon. */
  const underWay = new Map<string, Promise<Copied>>();

  async function upload(
    provider: Uploading,
    channel: ProviderChannel,
    mediaId: string,
    signal: AbortSignal,
  ): Promise<Copied> {
    const key = keyOf(channel, mediaId);
    const kept = await findCopy(sql, key);
    if (kept !== null) return { kind: "uploaded", id: kept, isKept: true };
    const file = await openUploadedFile({ sql, store }, channel.organizationId, mediaId);
    if (file === null) return GONE;
    const outcome = await provider.upload(channel, file, signal);
    if (outcome.kind !== "uploaded") return outcome;
    await keepCopy(sql, { ...key, provider_media_id: outcome.id, expires_at: outcome.expiresAt });
    return { kind: "uploaded", id: outcome.id, isKept: false };
  }

  return {
    of(provider, channel, mediaId, signal) {
      const name = `${channel.organizationId} ${channel.phoneNumberId} ${mediaId}`;
      const running = underWay.get(name);
      if (running !== undefined) return running;
      const started = upload(provider, channel, mediaId, signal)
        .catch(unreadable)
        .finally(() => underWay.delete(name));
      underWay.set(name, started);
      return started;
    },
    forget: (channel, mediaId) => forgetCopy(sql, keyOf(channel, mediaId)),
  };
}

function keyOf({ organizationId, phoneNumberId }: ProviderChannel, mediaId: string) {
  return { organization_id: organizationId, media_id: mediaId, phone_number_id: phoneNumberId ?? "" };
}

const GONE: Copied = {
  kind: "failed",
  error: {
    code: "media_gone",
    title: "Media no longer there",
    detail: "the uploaded file was deleted, or has expired",
    provider_code: null,
    retryable: false,
  },
};

function unreadable(cause: unknown): Copied {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const detail = `the uploaded file could not be read (${reason})`;
  const title = "Media not available";
  return {
    kind: "retry",
    scope: "platform",
    error: { code: "media_unavailable", title, detail, provider_code: null, retryable: true },
  };
}
