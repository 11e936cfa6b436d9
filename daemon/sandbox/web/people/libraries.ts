import type * as Baileys from "baileys";
import type * as Signal from "libsignal";
import type * as Curve from "libsignal/src/curve.js";

type Libraries = { baileys: typeof Baileys; signal: typeof Signal; curve: typeof Curve };

let loaded: Libraries | undefined;

/**
 * Loads `baileys` and `libsignal`, which are optional dependencies and therefore imported on first use
 * only. Rejects when they are not installed.
 */
export async function loadLibraries(): Promise<void> {
  loaded ??= {
    baileys: await import("baileys"),
    signal: await import("libsignal"),
    curve: await import("libsignal/src/curve.js"),
  };
}

/** The codecs of Baileys. Throws when `loadLibraries` was not awaited before. */
export function baileys(): typeof Baileys {
  return libraries().baileys;
}

/** Signal sessions. */
export function signal(): typeof Signal {
  return libraries().signal;
}

/** Signatures on Curve25519 (XEdDSA): whether `signature` over `message` is from the owner of `publicKey`. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const { curve, baileys } = libraries();
  return curve.verifySignature(baileys.generateSignalPubKey(publicKey), message, Buffer.from(signature));
}

function libraries(): Libraries {
  if (loaded === undefined) throw new Error("baileys and libsignal are not loaded");
  return loaded;
}
