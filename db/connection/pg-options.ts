import type { ClientConfig } from "pg";
import { addressesOf, urlAt } from "./addresses.ts";
import { KEEP_ALIVE_MS, type SessionSettings, sessionSettings, startOptions } from "./session-settings.ts";

/**
 * How `pg`, which graphile-worker and the listening session use, connects to the first server of a URL: with the
 * settings of all our sessions. Options that the URL has itself come first, so that ours win.
 */
export function pgOptions(url: string, name: string, settings: SessionSettings = {}): ClientConfig {
  const [first] = addressesOf(url);
  const [address = "", ...queries] = (first === undefined ? url : urlAt(url, first)).split("?");
  const query = new URLSearchParams(queries.join("?"));
  const given = query.get("options");
  query.delete("options");
  const ours = startOptions(sessionSettings(settings));
  return {
    connectionString: query.size === 0 ? address : `${address}?${query}`,
    application_name: name,
    options: given === null ? ours : `${given} ${ours}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}
