import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { MediaResult, ReceivedMediaRow } from "../../../db/media/media.ts";
import type { Tunnel } from "../../egress/tunnel/tunnel.ts";
import type { ProviderChannel } from "../../providers/channel.ts";
import type { MediaLocation, MediaSource } from "../../providers/media.ts";
import type { MessageError } from "../../providers/message-error.ts";
import { cleanType } from "../../providers/received-media.ts";
import { download } from "../download.ts";
import { measure } from "../measure/measure.ts";
import { NO_MEASURES } from "../measure/measures.ts";
import { MediaFailure } from "../media-error.ts";
import { findSpace, type SpaceDependencies } from "../space.ts";
import { type MediaStore, mediaKey } from "../stores/store.ts";
import { UNKNOWN_TYPE } from "../types.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next is made; Meta keeps the files of messages for seven days. */
const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
  48 * HOUR,
];

export type FetchDependencies = SpaceDependencies & {
  source: MediaSource;
  store: MediaStore;
  /** The folder of unfinished downloads. */
  incoming: string;
};

/** A channel whose files are fetched, and its way out; null where it has none of its own. */
export type TunnelledChannel = ProviderChannel & { tunnel: Tunnel | null };

/**
 * Makes one attempt to fetch a file and store it whole, where its organisation has room for it. Never throws;
 * `attempt` counts from 1.
 */
export async function fetchOnce(
  dependencies: FetchDependencies,
  channel: TunnelledChannel,
  row: ReceivedMediaRow,
  attempt: number,
  signal: AbortSignal,
): Promise<MediaResult> {
  try {
    const space = await findSpace(dependencies, row.organization_id);
    const found = await dependencies.source.locate(channel, row.provider_media_id, signal);
    if (found.kind === "gone") return failed(row, { ...found.error, retryable: false });
    if (found.kind === "retry") return again(row, found.error, attempt);
    space.refuseLarger(found.location.size);
    return await store(dependencies, channel, row, withWebhookDigest(found.location, row), signal);
  } catch (cause) {
    const failure = asFailure(cause);
    const renewed = await renewal(dependencies.source, channel, row, failure);
    if (renewed !== undefined) return again(row, renewed ?? failure.shown(), attempt, renewed === null);
    return failure.retryable ? again(row, failure.shown(), attempt) : failed(row, failure.shown());
  }
}

/** The webhook also gave a digest; the look-up's takes precedence. */
function withWebhookDigest(location: MediaLocation, row: ReceivedMediaRow): MediaLocation {
  return { ...location, sha256: location.sha256 ?? row.sha256 };
}

async function store(
  { source, store: target, incoming }: FetchDependencies,
  { tunnel }: TunnelledChannel,
  row: ReceivedMediaRow,
  location: MediaLocation,
  signal: AbortSignal,
): Promise<MediaResult> {
  const announced = cleanType(location.mimeType ?? row.mime_type) ?? UNKNOWN_TYPE;
  const path = `${incoming}/${row.id}.${crypto.randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const options = { guard: source.guard, tunnel, path, kind: row.kind, mimeType: announced, signal };
    const { sha256, size, mimeType } = await download(location, options);
    const measures = await measure(path, mimeType);
    await target.put(mediaKey(row.organization_id, row.id), path, mimeType);
    return {
      id: row.id,
      status: "stored",
      mime_type: mimeType,
      sha256,
      size,
      error: null,
      retry_after: null,
      ...measures,
    };
  } finally {
    await rm(path, { force: true });
  }
}

/** A failure that is not about the file itself (a full disk, an unreachable bucket) is retryable. */
function asFailure(cause: unknown): MediaFailure {
  if (cause instanceof MediaFailure) return cause;
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
  return new MediaFailure("media_unavailable", `the file could not be stored (${reason})`, true);
}

/** Asks for a file that is gone to be uploaded again; undefined where the source cannot do that. */
async function renewal(
  source: MediaSource,
  channel: ProviderChannel,
  row: ReceivedMediaRow,
  failure: MediaFailure,
) {
  if (failure.code !== "media_gone" || source.renew === undefined) return undefined;
  return await source.renew(channel, row.provider_media_id);
}

function again(row: ReceivedMediaRow, error: MessageError, attempt: number, atOnce = false): MediaResult {
  const delay = atOnce && attempt <= RETRY_DELAYS.length ? 0 : RETRY_DELAYS[attempt - 1];
  if (delay === undefined) return failed(row, { ...error, retryable: false });
  return {
    ...nothing(row),
    status: "pending",
    error: JSON.stringify(error),
    retry_after: delay,
  };
}

function failed(row: ReceivedMediaRow, error: MessageError): MediaResult {
  return { ...nothing(row), status: "failed", error: JSON.stringify(error) };
}

function nothing(row: ReceivedMediaRow): Omit<MediaResult, "status"> {
  return {
    id: row.id,
    mime_type: null,
    sha256: null,
    size: null,
    error: null,
    retry_after: null,
    ...NO_MEASURES,
  };
}
