import type { Logger } from "pino";
import { startChannelChecks } from "../channels/checks.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import type { Config } from "../config/settings.ts";
import { startLateRevisions } from "../inbound/process/late-revisions.ts";
import type { MediaStore } from "../media/store.ts";
import { sweepMedia } from "../media/sweep.ts";
import { startExpiry } from "../messages/expiry.ts";
import { startMaintenance } from "./maintenance.ts";

type Dependencies = CheckDependencies & {
  config: Config;
  databaseUrl: string;
  store: MediaStore;
  incoming: string;
  log: Logger;
};

/** Starts what the daemon does now and then, whatever it is asked for. Returns what ends it. */
export function startUpkeep({ config, databaseUrl, ...dependencies }: Dependencies): () => Promise<void> {
  const { sql, log } = dependencies;
  const { retentionDays, auditDays } = config;
  const sweepFiles = () => sweepMedia(dependencies, retentionDays);
  const stops = [
    startMaintenance({ databaseUrl, retentionDays, auditDays, sweepFiles, log }),
    startExpiry(sql, log),
    startLateRevisions(sql, log),
    startChannelChecks(dependencies),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
