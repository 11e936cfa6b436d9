/** The stages of all flows, one by one. */
import { drive, type Flow } from "./flow.ts";
import { FLOWS } from "./flows.ts";
import type { Site } from "./site.ts";
import type { Screen } from "./terminal.ts";

/** Name of a flow, which of its stages, and the flow. */
export const STAGES = FLOWS.flatMap((flow) =>
  flow.stages.map((_, index): [string, number, Flow] => [flow.name, index + 1, flow]),
);

/**
 * What is drawn during the work, and must be gone after it: bars (one full block may be of a QR code), spinners, keys.
 */
export const LEFT_OVER = /░|█{8}|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|↑↓|arrows, letters/;

/** Goes up to what a stage shows, and no further. */
export async function upTo(site: Site, stage: number, flow: Flow): Promise<Screen> {
  const before = flow.stages.slice(0, stage - 1);
  const here = flow.stages.slice(stage - 1, stage).map(({ shows }) => ({ shows, next: "" }));
  return await drive(site, { prepared: await flow.prepare(site), stages: [...before, ...here] });
}
