import type { Problem } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";

type Pausing = {
  setPaused: (isPaused: boolean) => Promise<void>;
  isRunning: boolean;
  problem: Problem | null;
};

/** Pauses and resumes sending from a channel, with a way back in the toast. */
export function usePausing(id: string): Pausing {
  const { run, isRunning, problem } = useChange("PATCH /v1/channels/{id}", { touches: ["/v1/overview"] });
  async function setPaused(paused: boolean): Promise<void> {
    const changed = await run({ path: { id }, body: { settings: { paused } } });
    if (changed !== null) toast(paused ? CHANNELS.paused : CHANNELS.resumed, () => void setPaused(!paused));
  }
  return { setPaused, isRunning, problem };
}
