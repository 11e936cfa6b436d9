import type { WAVersion } from "baileys";
import type { Dialing } from "../egress/own-hosts.ts";
import { createFetch } from "../egress/tunnel/fetch.ts";
import type { Tunnel } from "../egress/tunnel/tunnel.ts";
import type { Library } from "../providers/whatsapp-web/library/library.ts";

/** The version of WhatsApp Web that sessions log in with. */
export type Versions = {
  /** Null: the library's own. */
  current(): WAVersion | null;
  /** Asks WhatsApp for the current version, through a number's tunnel where it has one; false when that brought nothing new. */
  refresh(tunnel: Tunnel | null): Promise<boolean>;
};

/** WhatsApp may take this long to say which version is the current one. */
const REFRESH_MS = 15_000;

/** The library asks web.whatsapp.com and no other host. */
const ANYWHERE: Dialing = { lookupFor: () => undefined };

/** The versions of this process; with a sandbox, the real WhatsApp is never called. */
export function createVersions(
  library: Pick<Library, "fetchLatestWaWebVersion">,
  sandboxed: boolean,
): Versions {
  let version: WAVersion | null = null;
  return {
    current: () => version,
    async refresh(tunnel) {
      if (sandboxed) return false;
      const signal = AbortSignal.timeout(REFRESH_MS);
      // see scripts/patches
      const way = tunnel === null ? {} : { fetch: createFetch(tunnel, ANYWHERE) };
      const latest = await library.fetchLatestWaWebVersion({ signal, ...way });
      if (!latest.isLatest || String(latest.version) === String(version)) return false;
      version = latest.version;
      return true;
    },
  };
}
