import type { Dialing } from "../egress/own-hosts.ts";
import type { ProviderChannel } from "./channel.ts";
import type { MessageError } from "./message-error.ts";

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
  /** Makes the file of the bytes that come, where they come encrypted; `sha256` and `size` are the file's. Throws when they are not what was sealed. */
  decipher?: (encrypted: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
};

export type MediaLookup =
  | { kind: "found"; location: MediaLocation }
  /** It can't be had, now or later. */
  | { kind: "gone"; error: MessageError }
  | { kind: "retry"; error: MessageError };

/** Finds the files that messages came with, by the platform's id. Never throws. */
export type MediaSource = {
  /** Lets the files' URLs, which anybody may have written, lead to the platform's own hosts alone. */
  guard: Dialing;
  locate(channel: ProviderChannel, providerMediaId: string, signal: AbortSignal): Promise<MediaLookup>;
  /** Has a file put in place again that is gone from where it was: `locate` finds it then. Null: it was. */
  renew?(channel: ProviderChannel, providerMediaId: string): Promise<MessageError | null>;
};
