import type { Logger } from "pino";
import type { Found } from "../../db/maintenance/look-around.ts";
import { startHealthWatch } from "../channels/health/watch.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import type { Config } from "../config/settings.ts";
import type { MediaStore } from "../media/stores/store.ts";
import { sweepMedia } from "../media/stores/sweep.ts";
import { createSearchIndex } from "../messages/search/upkeep.ts";
import { createTrafficCount } from "../overview/count-traffic.ts";
import type { NotifyDependencies } from "../push/notify.ts";
import { eraseAgain } from "../restores/erased-again.ts";
import { createDueWork } from "./due-work.ts";
import { startMaintenance } from "./maintenance.ts";

type Dependencies = CheckDependencies &
  NotifyDependencies & {
    config: Config;
    databaseUrl: string;
    store: MediaStore;
    incoming: string;
    platforms: readonly string[];
    log: Logger;
  };

/** The daemon's periodic work. */
export type Upkeep = {
  /** Begins what a look has found. */
  look(found: Found): void;
  stop(): Promise<void>;
};

/** Starts it. */
export function startUpkeep({ config, databaseUrl, ...dependencies }: Dependencies): Upkeep {
  const { log } = dependencies;
  const { retentionDays, auditDays } = config;
  const sweepFiles = async () => {
    await sweepMedia(dependencies, config);
    await eraseAgain(dependencies);
  };
  const dueWork = createDueWork(dependencies);
  const traffic = createTrafficCount(dependencies);
  const search = createSearchIndex(dependencies);
  const stops = [
    startMaintenance({ databaseUrl, retentionDays, auditDays, sweepFiles, log }),
    startHealthWatch(dependencies),
    ...[dueWork.stop, traffic.stop, search.stop],
  ];
  return {
    look(found) {
      if (found.due !== null) dueWork.begin(found.due);
      traffic.look(found);
      search.look(found);
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
