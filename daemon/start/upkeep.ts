import type { Logger } from "pino";
import { startHealthWatch } from "../channels/health/watch.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import type { Config } from "../config/settings.ts";
import type { MediaStore } from "../media/stores/store.ts";
import { sweepMedia } from "../media/stores/sweep.ts";
import { startSearchIndex } from "../messages/search/upkeep.ts";
import type { TemplateDefinitions } from "../messages/template-definitions.ts";
import { startTrafficCount } from "../overview/count-traffic.ts";
import { startDueWork } from "./due-work.ts";
import { startMaintenance } from "./maintenance.ts";

type Dependencies = CheckDependencies & {
  config: Config;
  databaseUrl: string;
  store: MediaStore;
  incoming: string;
  templates: TemplateDefinitions;
  log: Logger;
};

/** Starts the daemon's periodic work. Returns a function that ends it. */
export function startUpkeep({ config, databaseUrl, ...dependencies }: Dependencies): () => Promise<void> {
  const { log } = dependencies;
  const { retentionDays, auditDays } = config;
  const sweepFiles = () => sweepMedia(dependencies, retentionDays);
  const stops = [
    startMaintenance({ databaseUrl, retentionDays, auditDays, sweepFiles, log }),
    startDueWork(dependencies),
    startTrafficCount(dependencies),
    startSearchIndex(dependencies),
    startHealthWatch(dependencies),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
