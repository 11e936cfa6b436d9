import type { Note } from "../../drift/known.ts";
import { type Dialing, guardOwnHosts } from "../../egress/own-hosts.ts";
import type { ProviderChannel } from "../channel.ts";
import type { MediaLookup, MediaSource } from "../media.ts";
import type { MessageError } from "../message-error.ts";
import { classify, describeError } from "./errors.ts";
import { createGraph, type Graph } from "./graph.ts";
import { hexDigest } from "./inbound/media.ts";

/** The codes of an object that does not exist, or not for this token (Meta, "Error codes"). */
const ABSENT = new Set([33, 100]);
const MEDIA_ID = /^[\w-]{1,128}$/;
/** Where Meta keeps files (`lookaside.fbsbx.com` in its documentation): the only hosts that see a token. */
const META_DOMAINS = ["fbsbx.com", "facebook.com", "fbcdn.net", "whatsapp.net"];

/**
 * The files of the Cloud API at `graphUrl`: an id gives a URL that is good for
 * five minutes and wants the channel's token (Meta, "Media: retrieve media URL").
 */
export function createCloudApiMedia(graphUrl: string, guard: Dialing, note?: Note): MediaSource {
  const graph = createGraph(graphUrl, undefined, note);
  const { origin } = new URL(graphUrl);
  return {
    guard: guardOwnHosts(
      { owner: "Meta's", domains: META_DOMAINS, isConfigured: (url) => url.origin === origin },
      guard,
    ),
    locate: (channel, id, signal) => locate(graph, channel, id, signal),
  };
}

async function locate(
  graph: Graph,
  { accessToken, phoneNumberId }: ProviderChannel,
  id: string,
  signal: AbortSignal,
): Promise<MediaLookup> {
  if (accessToken === null) return { kind: "retry", error: unavailable("the channel has no access token") };
  if (!MEDIA_ID.test(id)) return { kind: "gone", error: gone("the platform's id of the file is malformed") };
  const owner = phoneNumberId === null ? "" : `?phone_number_id=${phoneNumberId}`;
  const response = await graph({ method: "GET", path: `/${id}${owner}`, accessToken, signal });
  switch (response.kind) {
    case "response":
      return located(response.body, accessToken);
    case "refused": {
      const { detail, provider_code } = describeError(response.error);
      if (ABSENT.has(response.error.code)) return { kind: "gone", error: { ...gone(detail), provider_code } };
      const error = { ...unavailable(detail), provider_code };
      return classify(response.error).kind === "failed" ? { kind: "gone", error } : { kind: "retry", error };
    }
    default:
      return { kind: "retry", error: unavailable(response.reason) };
  }
}

function located(body: Record<string, unknown>, accessToken: string): MediaLookup {
  const { url, mime_type, sha256, file_size } = body;
  if (typeof url !== "string") return { kind: "retry", error: unavailable("the platform named no URL") };
  const size = Number(file_size);
  const location = {
    url,
    headers: { authorization: `Bearer ${accessToken}` },
    mimeType: typeof mime_type === "string" ? mime_type : null,
    sha256: hexDigest(sha256),
    size: Number.isSafeInteger(size) && size > 0 ? size : null,
  };
  return { kind: "found", location };
}

function gone(detail: string): MessageError {
  return {
    code: "media_gone",
    title: "Media no longer there",
    detail,
    provider_code: null,
    retryable: false,
  };
}

function unavailable(detail: string): MessageError {
  return {
    code: "media_unavailable",
    title: "Media not available",
    detail,
    provider_code: null,
    retryable: true,
  };
}
