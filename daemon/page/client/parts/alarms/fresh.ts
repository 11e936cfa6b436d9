import { daemonNow } from "../../api/clock.ts";

const NEW_MS = 14 * 24 * 3600_000;

/** Whether something unknown came first within two weeks: `waypost doctor` warns of it as long. */
export function isNew(firstSeen: string): boolean {
  return daemonNow() - Date.parse(firstSeen) < NEW_MS;
}
