import type { MessageError, Platform, ProviderChannel } from "./provider.ts";

/** Where a file lies for a moment, and what the platform says of it. */
export type MediaLocation = {
  url: string;
  /** Sent to the URL's own host and no other. */
  headers: Record<string, string>;
  mimeType: string | null;
  /** Hexadecimal. */
  sha256: string | null;
  /** Bytes. */
  size: number | null;
};

export type MediaLookup =
  | { kind: "found"; location: MediaLocation }
  /** It can't be had, now or later. */
  | { kind: "gone"; error: MessageError }
  | { kind: "retry"; error: MessageError };

/** Finds the files that messages came with, by the platform's id. Never throws. */
export type MediaSource = {
  locate(channel: ProviderChannel, providerMediaId: string, signal: AbortSignal): Promise<MediaLookup>;
};

export type MediaSources = Partial<Record<Platform, MediaSource>>;
