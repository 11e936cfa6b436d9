import type { Drift } from "../../lib/api/types/diagnostics.ts";
import { type Finding, warning, well } from "./finding.ts";

/** What came first within this time is new. */
const NEW_MS = 14 * 24 * 3600_000;
/** As many are named; the rest is counted. */
const MOST_NAMED = 5;

/** What Meta and WhatsApp send that this version does not know: a warning of what came first within two weeks. */
export function driftFinding(drift: readonly Drift[], now: number): Finding {
  const fresh = drift.filter(({ first_seen }) => now - Date.parse(first_seen) < NEW_MS);
  if (fresh.length === 0)
    return well(
      "drift",
      drift.length === 0 ? "all that came in is known" : `${drift.length} unknown, none new`,
    );
  const names = fresh.slice(0, MOST_NAMED).map(({ source, shape }) => `${source} ${shape}`);
  const more = fresh.length > MOST_NAMED ? ` and ${fresh.length - MOST_NAMED} more` : "";
  return warning(
    "drift",
    `new within two weeks, and read by nobody: ${names.join(", ")}${more}`,
    "Meta or WhatsApp changed something. See all: waypost drift. Upgrade, or report it.",
  );
}
