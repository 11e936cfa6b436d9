import type * as Baileys from "baileys";
import { mendSessions } from "../../../lib/libsignal-sessions.ts";
import { STATUS_REASONS } from "../../../lib/status-reasons.ts";
import { ignoreLateRejections } from "./inside/late-rejections.ts";
import { verifySignature } from "./inside/signatures.ts";
import { silenceLibsignal } from "./inside/silence-libsignal.ts";

/** The package that speaks WhatsApp Web. */
export type Library = typeof Baileys;

/** The optional package is not installed: paired numbers can't be used. */
export class LibraryMissingError extends Error {}

export type LibraryOptions = {
  /** Hex key that takes the place of WhatsApp's root key; only for a sandbox. */
  rootKey?: string | undefined;
  /** How the package is loaded. */
  load?: () => Promise<Library>;
};

let loading: Promise<Library> | null = null;

/**
 * Loads Baileys on first use and makes it safe: it checks signatures with our
 * own function (with libsignal 6.0.0 its own takes every signature for a good
 * one), and libsignal prints no keys and spoils no sessions, which stay small. Throws `LibraryMissingError`.
 */
export async function openLibrary({ rootKey, load = loadBaileys }: LibraryOptions = {}): Promise<Library> {
  const library = await load();
  library.Curve.verify = verifySignature;
  if (rootKey !== undefined) library.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, "hex");
  return library;
}

function loadBaileys(): Promise<Library> {
  loading ??= Promise.all([import("baileys"), import("libsignal")]).then(
    ([library, signal]) => {
      silenceLibsignal();
      mendSessions(signal);
      ignoreLateRejections();
      return library;
    },
    (cause: unknown) => {
      loading = null;
      throw new LibraryMissingError(STATUS_REASONS.library_missing, { cause });
    },
  );
  return loading;
}
