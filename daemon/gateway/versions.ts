import type { WAVersion } from "baileys";
import type { Library } from "../providers/whatsapp-web/library/library.ts";

/** The version of WhatsApp Web that sessions log in with. */
export type Versions = {
  /** Null: the library's own. */
  current(): WAVersion | null;
  /** Asks WhatsApp for the current version; false when that brought nothing new. */
  refresh(): Promise<boolean>;
};

/** WhatsApp may take this long to say which version is the current one. */
const REFRESH_MS = 15_000;

/** The versions of this process; with a sandbox, the real WhatsApp is never called. */
export function createVersions(
  library: Pick<Library, "fetchLatestWaWebVersion">,
  sandboxed: boolean,
): Versions {
  let version: WAVersion | null = null;
  return {
    current: () => version,
    async refresh() {
      if (sandboxed) return false;
      const latest = await library.fetchLatestWaWebVersion({ signal: AbortSignal.timeout(REFRESH_MS) });
      if (!latest.isLatest || String(latest.version) === String(version)) return false;
      version = latest.version;
      return true;
    },
  };
}
