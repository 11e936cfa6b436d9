import { isObject } from "../../lib/objects.ts";
import { uploadAt } from "../../message-types/uploads.ts";
import type { ProviderChannel } from "../../providers/channel.ts";
import type { OutboundMessage, Provider, SendOutcome } from "../../providers/provider.ts";
import type { Copied, Copies } from "./copies.ts";

/** A platform's error codes when it does not have the file of an id any more. */
const MAY_BE_GONE = ["media_rejected", "invalid_request"];

/**
 * Sends a message whose body has places for uploaded files: with the platform's ids of them, uploaded first where
 * they are not there. When the platform has lost one that was there before, it is uploaded again, once.
 */
export async function sendWithFiles(
  copies: Copies,
  provider: Provider,
  channel: ProviderChannel,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { upload } = provider;
  const ids = upload === undefined ? [] : placesIn(message.body);
  if (upload === undefined || ids.length === 0) return await provider.send(channel, message, signal);
  for (let isAgain = false; ; isAgain = true) {
    const found = new Map<string, Uploaded>();
    for (const id of ids) {
      const copied = await copies.of({ upload }, channel, id, signal);
      if (copied.kind !== "uploaded") return copied;
      found.set(id, copied);
    }
    const outcome = await provider.send(channel, { ...message, body: filled(message.body, found) }, signal);
    const kept = [...found].filter(([, { isKept }]) => isKept);
    const isLost = outcome.kind === "failed" && MAY_BE_GONE.includes(outcome.error.code) && kept.length > 0;
    if (!isLost || isAgain) return outcome;
    for (const [id] of kept) await copies.forget(channel, id);
  }
}

type Uploaded = Extract<Copied, { kind: "uploaded" }>;

/** The uploaded files that a body has places for, each once. */
function placesIn(body: Record<string, unknown>): string[] {
  const ids = new Set<string>();
  const parts: unknown[] = [body];
  // grows as it is walked
  for (const part of parts) {
    if (typeof part !== "object" || part === null) continue;
    for (const [key, value] of Object.entries(part)) {
      const id = key === "link" && typeof value === "string" ? uploadAt(value) : null;
      if (id === null) parts.push(value);
      else ids.add(id);
    }
  }
  return [...ids];
}

/** The body with the platform's ids in the places. */
function filled(
  body: Record<string, unknown>,
  found: ReadonlyMap<string, Uploaded>,
): Record<string, unknown> {
  return JSON.parse(JSON.stringify(body), (_, value) => {
    const id = isObject(value) && typeof value.link === "string" ? uploadAt(value.link) : null;
    if (id === null || !isObject(value)) return value;
    const { link: _link, ...rest } = value;
    return { id: found.get(id)?.id, ...rest };
  });
}
