import type { Diagnostics } from "../../lib/api/types/diagnostics.ts";
import { type Finding, warning, well } from "./finding.ts";

const MEBIBYTE = 1024 ** 2;
/** A replica that is this far behind is hardly ever in step when somebody reads. */
const FAR_BEHIND = 16 * MEBIBYTE;

/** How what DATABASE_READ_URL leads to does; nothing where it is not set. */
export function replicaFindings({ read_replica: replica }: NonNullable<Diagnostics["database"]>): Finding[] {
  if (replica === null) return [];
  if (replica.lag_bytes === null)
    return [
      warning(
        "read replica",
        `it can't be read, so lists and exports read the primary: ${replica.error}`,
        "See whether DATABASE_READ_URL leads to a server that follows the primary.",
      ),
    ];
  const found = `${(replica.lag_bytes / MEBIBYTE).toFixed(1)} MiB behind`;
  if (replica.lag_bytes < FAR_BEHIND) return [well("read replica", found)];
  return [
    warning(
      "read replica",
      `${found}, so lists and exports read the primary`,
      "See what holds it up: its disk, its network, or a long statement that it does not cancel.",
    ),
  ];
}
