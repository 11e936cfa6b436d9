import type { PacedChannel, Throughput } from "../policy.ts";
import { slownessOf } from "../slow-down.ts";

/** Meta allows every number 80 a second; until it has said so of this one, sending stays below it. */
const UNTOLD_PER_SECOND = 60;
/** Of a number that is used in the WhatsApp Business app, too; nothing raises it. Source: Meta, "Throughput". */
const COEXISTING_PER_SECOND = 20;

/** The pace of a channel: what was set, otherwise what Meta allows; slower where its health asks for that. */
export function throughputOf(channel: PacedChannel): Throughput {
  const { per_second, source } = fullPace(channel);
  return { per_second: per_second / slownessOf(channel), source };
}

function fullPace({ settings, throughput, coexists }: PacedChannel): Throughput {
  const chosen = settings.rate?.per_second;
  if (coexists === true && !(chosen !== undefined && chosen < COEXISTING_PER_SECOND))
    return { per_second: COEXISTING_PER_SECOND, source: "coexistence" };
  if (chosen !== undefined) return { per_second: chosen, source: "setting" };
  if (typeof throughput === "number") return { per_second: throughput, source: "meta" };
  return { per_second: UNTOLD_PER_SECOND, source: "default" };
}
