import type { Logger } from "pino";
import type { RateCard } from "../rate-card.ts";
import type { TemplateDependencies } from "../template/definition.ts";

export type BroadcastWorkDependencies = TemplateDependencies & {
  daemonId: string;
  rateCard: RateCard | null;
  /** Whether the daemon is stopping; a broadcast is then left to the next owner of its lane. */
  isStopping(): boolean;
  log: Logger;
};
