import type { Logger } from "pino";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import type { TemplateDependencies } from "../template/definition.ts";

export type BroadcastWorkDependencies = TemplateDependencies & {
  daemonId: string;
  rateCards: RateCards;
  /** Whether the daemon is stopping; a broadcast is then left to the next owner of its lane. */
  isStopping(): boolean;
  log: Logger;
};
