import type * as Signal from "libsignal";
import { mendSessions } from "../../../../lib/libsignal-sessions.ts";
import { type Baileys, loadBaileys } from "../../libraries.ts";

/** Baileys' own part of Signal: messages to groups, which libsignal does not know. */
type GroupCipher = typeof import("baileys/lib/Signal/Group/index.js");

let loaded: { baileys: Baileys; signal: typeof Signal; groupCipher: GroupCipher } | undefined;

/**
 * Loads `baileys` and `libsignal`, which are optional dependencies and therefore imported on first use
 * only. Rejects with `MissingLibrary` when they are not installed.
 */
export async function loadLibraries(): Promise<void> {
  loaded ??= {
    baileys: await loadBaileys(),
    signal: await import("libsignal"),
    groupCipher: await import("baileys/lib/Signal/Group/index.js"),
  };
  // a phone's own library tries a message with copies of its sessions
  mendSessions(loaded.signal);
}

/** The codecs of Baileys. Throws when `loadLibraries` was not awaited before. */
export function baileys(): Baileys {
  return libraries().baileys;
}

/** Signal sessions. Throws when `loadLibraries` was not awaited before. */
export function signal(): typeof Signal {
  return libraries().signal;
}

/** Messages to groups. Throws when `loadLibraries` was not awaited before. */
export function groupCipher(): GroupCipher {
  return libraries().groupCipher;
}

function libraries(): NonNullable<typeof loaded> {
  if (loaded === undefined) throw new Error("baileys and libsignal are not loaded");
  return loaded;
}
