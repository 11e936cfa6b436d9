import type { WAVersion } from "baileys";
import type { Logger } from "pino";
import type { Tunnel } from "../egress/tunnel/tunnel.ts";
import type { Library } from "../providers/whatsapp-web/library/library.ts";
import { askForVersion } from "./version-page.ts";

/** The version of WhatsApp Web that sessions log in with. */
export type Versions = {
  current(): WAVersion;
  /**
   * Asks WhatsApp Web's page for a newer version, through a number's tunnel where it has one, otherwise once for all numbers
   * that need it. Older ones are not taken.
   */
  refresh(tunnelOf: () => Tunnel | null): Promise<void>;
  /** The version, and why there is no newer one: part of a sentence. */
  words(): string;
};

export type VersionsOptions = {
  library: Pick<Library, "DEFAULT_CONNECTION_CONFIG">;
  /** WebSocket URL of WhatsApp Web: its page is on the same host. */
  url: string;
  /** A version that is always used, as it is written in the settings. */
  fixed: string | undefined;
  log: Logger;
};

/** Before that, the same is not asked again: many numbers are refused at once. */
const ASK_AGAIN_MS = 60_000;

/** The versions of this process. */
export function createVersions({ library, url, fixed, log }: VersionsOptions): Versions {
  const own = library.DEFAULT_CONNECTION_CONFIG.version;
  let version = fixed === undefined ? own : parse(fixed);
  let why = fixed === undefined ? "which comes with Waypost" : "which WAYPOST_WA_WEB_VERSION sets";
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(tunnelOf: () => Tunnel | null, isForAll: boolean): Promise<void> {
    const { host } = new URL(url);
    try {
      const named = await askForVersion(url, tunnelOf());
      // an older one would be refused, too; one that was wrong is given up for what the page names now
      if (compare(named, own) > 0 && compare(named, version) !== 0) {
        version = named;
        why = `which ${host} names`;
        return log.info(
          { version: written(version) },
          "sessions log in with a newer version of WhatsApp Web",
        );
      }
      why = `and ${host} names no newer one`;
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : "unknown";
      // why a number's own proxy fails is for that number alone
      if (isForAll) why = `and ${host} does not say which is newer (${words})`;
      log.warn({ host, why: words }, "the page of WhatsApp Web could not be read");
    }
    log.warn({ version: written(version), why }, "WhatsApp refuses this version of WhatsApp Web");
  }

  return {
    current: () => version,
    words: () => `${written(version)}, ${why}`,
    async refresh(tunnelOf) {
      if (fixed !== undefined) return;
      if (hasTunnel(tunnelOf)) return await ask(tunnelOf, false);
      if (asking === null && performance.now() - askedAt < ASK_AGAIN_MS) return;
      asking ??= ask(() => null, true).finally(() => {
        asking = null;
        askedAt = performance.now();
      });
      await asking;
    },
  };
}

/** A number whose tunnel can't be opened has one, too. */
function hasTunnel(tunnelOf: () => Tunnel | null): boolean {
  try {
    return tunnelOf() !== null;
  } catch {
    return true;
  }
}

function parse(version: string): WAVersion {
  const [first = 0, second = 0, third = 0] = version.split(".").map(Number);
  return [first, second, third];
}

function written(version: WAVersion): string {
  return version.join(".");
}

function compare(one: WAVersion, other: WAVersion): number {
  const place = one.findIndex((part, index) => part !== other[index]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}
