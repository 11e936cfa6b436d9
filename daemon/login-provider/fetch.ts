import type { CustomFetch } from "openid-client";
import type { Poster } from "../egress/post.ts";

/** Far more than any provider's keys and settings. */
const MOST_BYTES = 512 * 1024;
const TIME_MS = 10_000;

/** A provider can't be reached, or is none; the message says why. */
export class Unreachable extends Error {}

/**
 * A `fetch` for what a provider answers: to no private network, without following redirects, half a megabyte and ten
 * seconds at most. Rejects with `Unreachable`.
 */
export function createProviderFetch(poster: Poster): CustomFetch {
  return async (address, { method, headers, body }) => {
    const answer = await poster.post(address, {
      ...(method === "GET" ? { method } : {}),
      ...{ headers, body: String(body ?? ""), timeoutMs: TIME_MS, maxResponseBytes: MOST_BYTES },
    });
    if (answer.kind === "failure") throw new Unreachable(answer.reason);
    const { status, contentType } = answer;
    const content = [204, 205, 304].includes(status) ? null : answer.body;
    return new Response(content, {
      status,
      headers: contentType === null ? {} : { "content-type": contentType },
    });
  };
}
