import { findChannel } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { fileOfMessage, type MediaRow } from "../../../db/media/media.ts";
import type { Tunnels } from "../../gateway/number/tunnels.ts";
import { newId } from "../../lib/ids.ts";
import type { MessageError } from "../../providers/message-error.ts";
import type { Providers } from "../../providers/provider.ts";
import { FileRefused, type WhatsAppWebFiles } from "../../providers/whatsapp-web/send/records.ts";
import { type FetchDependencies, fetchOnce } from "./fetch-once.ts";
import { finishFetched } from "./finish-fetched.ts";

export type KeepDependencies = Omit<FetchDependencies, "source"> & {
  sql: Sql;
  providers: Providers;
  tunnels: Tunnels;
};

/** One attempt, and another when the file had to be uploaded again first. */
const ATTEMPTS = 2;

/** Fetches files of messages, including our own, into the store on request. */
export function createFileFetcher({
  sql,
  providers,
  tunnels,
  ...dependencies
}: KeepDependencies): WhatsAppWebFiles["keep"] {
  return async (key, providerMessageId, signal) => {
    const channel = await findChannel(sql, key.organizationId, key.channelId);
    const source = channel === null ? undefined : providers[channel.platform]?.media;
    const row = await fileOfMessage(sql, key, providerMessageId, newId("med"));
    if (channel === null || source === undefined || row === null) throw new FileRefused(noFile());
    if (row.status === "stored") return resultOf(row);
    const handed = {
      organizationId: key.organizationId,
      id: channel.id,
      phoneNumberId: null,
      accessToken: null,
      tunnel: tunnels.of(channel.id, channel.settings),
    };
    for (let attempt = 1; ; attempt++) {
      const result = await fetchOnce({ ...dependencies, sql, source }, handed, row, attempt, signal);
      await finishFetched({ sql, store: dependencies.store }, key, [result]);
      if (result.status === "stored") return resultOf({ ...row, ...result });
      if (result.status === "failed" || attempt === ATTEMPTS)
        throw new FileRefused({ ...JSON.parse(result.error ?? "{}"), retryable: false });
    }
  };
}

function resultOf({ id, mime_type, sha256, size, file_name }: MediaRow): Record<string, unknown> {
  return { media_id: id, url: `/v1/media/${id}`, mime_type, sha256, size: Number(size), file_name };
}

function noFile(): MessageError {
  return {
    code: "media_gone",
    title: "Media no longer there",
    detail: "the message has no file",
    provider_code: null,
    retryable: false,
  };
}
