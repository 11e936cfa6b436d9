import type { WAVersion } from "baileys";
import type { Library } from "../providers/whatsapp-web/library/library.ts";

/** The version of WhatsApp Web that sessions log in with. */
export type Versions = {
  /** Null: the library's own. */
  current(): WAVersion | null;
  /** Asks WhatsApp for the current one; false when that said nothing new. */
  refresh(): Promise<boolean>;
};

/** Versions of this process; a sandboxed one never asks the real WhatsApp. */
export function createVersions(
  library: Pick<Library, "fetchLatestWaWebVersion">,
  sandboxed: boolean,
): Versions {
  let version: WAVersion | null = null;
  return {
    current: () => version,
    async refresh() {
      if (sandboxed) return false;
      const latest = await library.fetchLatestWaWebVersion();
      if (!latest.isLatest || String(latest.version) === String(version)) return false;
      version = latest.version;
      return true;
    },
  };
}
