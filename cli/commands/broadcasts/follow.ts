import { readUntil } from "../../lib/actions/read-until.ts";
import type { Broadcast } from "../../lib/api/types/broadcasts.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { createMeter, openProgressBar } from "../../ui/progress.ts";

const PAUSE_MS = 500;
const OVER = ["completed", "stopped", "cancelled"];

/** Shows how far a broadcast is until it is over, or the time is; the broadcast as it was read last. */
export async function follow(cli: Cli, { id }: Pick<Broadcast, "id">, timeoutMs: number): Promise<Broadcast> {
  const client = await cli.client();
  const progress = await openProgressBar(cli);
  const release = sayOnInterrupt(() => cli.output.note(`It goes on: waypost broadcasts watch ${id}`));
  let meter: ReturnType<typeof createMeter> | null = null;
  const read = async () => {
    const broadcast = await client.call("GET /v1/broadcasts/{id}", { path: { id } });
    const { done, share } = progressOf(broadcast);
    meter ??= createMeter("people", done);
    if (!isOver(broadcast))
      progress.show({ label: labelOf(broadcast), share, detail: detailOf(broadcast, meter(done, share)) });
    return broadcast;
  };
  return await readUntil(read, isOver, { timeoutMs, pauseMs: PAUSE_MS }).finally(() => {
    release();
    progress.close();
  });
}

/** How many of those who are to get it have been dealt with, and what share that is. */
function progressOf({ counts }: Broadcast): { done: number; share: number } {
  const people = counts.audience - counts.skipped;
  const done = people - counts.waiting - counts.accepted;
  return { done, share: people === 0 ? 0 : done / people };
}

function isOver({ status }: Broadcast): boolean {
  return OVER.includes(status);
}

function labelOf({ status }: Broadcast): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
}

function detailOf({ counts }: Broadcast, pace: string): string {
  const delivered = counts.delivered + counts.read;
  return `${pace}  ${delivered} delivered, ${counts.read} read, ${counts.failed} failed`;
}
