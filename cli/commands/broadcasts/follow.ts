import { readUntil } from "../../lib/actions/read-until.ts";
import type { Broadcast, BroadcastReport } from "../../lib/api/types/broadcasts.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { createMeter } from "../../ui/progress.ts";
import { openView } from "./open-view.ts";
import { createSeries } from "./series.ts";

const PAUSE_MS = 500;
const OVER = ["completed", "stopped", "cancelled"];
/** As wide as the plot is at most. */
const SAMPLES = 48;
const MOST_REASONS = 3;

/** Shows how far a broadcast is until it is over, or the time is; the broadcast as it was read last. */
export async function follow(
  cli: Cli,
  { id }: Pick<Broadcast, "id">,
  timeoutMs: number,
): Promise<BroadcastReport> {
  const client = await cli.client();
  const view = await openView(cli);
  const release = sayOnInterrupt(() => cli.output.note(`It continues: waypost broadcasts watch ${id}`));
  const series = createSeries(SAMPLES);
  let meter: ReturnType<typeof createMeter> | null = null;
  const read = async () => {
    const report = await client.call("GET /v1/broadcasts/{id}/report", { path: { id } });
    const { counts } = report;
    const { people, done, share } = progressOf(report);
    series.add({ delivered: counts.delivered + counts.read, read: counts.read, failed: counts.failed });
    meter ??= createMeter("people", done);
    const detail = `${meter(done, share)}  ${counts.failed} failed`;
    const reasons = report.reasons.filter(({ status }) => status === "failed").map(describe);
    const shown = { reasons: reasons.slice(0, MOST_REASONS), samples: [...series.samples()], people };
    if (!isOver(report)) view.show({ label: labelOf(report), share, detail, ...shown });
    return report;
  };
  return await readUntil(read, isOver, { timeoutMs, pauseMs: PAUSE_MS }).finally(() => {
    release();
    view.close();
  });
}

/** How many are to get it, how many of them have been dealt with, and what share that is. */
function progressOf({ counts }: Broadcast): { people: number; done: number; share: number } {
  const people = counts.audience - counts.skipped;
  const done = people - counts.waiting - counts.accepted;
  return { people, done, share: people === 0 ? 0 : done / people };
}

function isOver({ status }: Broadcast): boolean {
  return OVER.includes(status);
}

function labelOf({ status }: Broadcast): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
}

function describe({ reason, people, meaning }: BroadcastReport["reasons"][number]): string {
  return `${people} failed: ${reason}${meaning === null ? "" : ` (${meaning})`}`;
}
