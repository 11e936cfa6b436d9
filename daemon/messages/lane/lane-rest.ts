import { showRest } from "../../../db/channels/rests.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { pauseLane } from "../../../db/lanes/lanes.ts";
import type { Lane } from "../../lanes/lane.ts";
import type { Pause } from "../../lanes/pause.ts";
import { type Rest, type Resting, restReason, type Shown } from "./rest.ts";

/** The rests of a channel, as the drain of its lane takes them. */
export type LaneRest = {
  /** Notes what a call showed: should the channel rest, nothing more begins from now on. */
  note(call: Shown): void;
  /** Stores a rest that began: for the next drain, and on the channel's record if it is published. */
  write(): Promise<void>;
  /** Pauses the lane, in this drain and the next, for at least so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
};

export function createLaneRest(sql: Sql, lane: Lane, paused: Pause, resting: Resting): LaneRest {
  let begun: Rest | null = null;

  async function pause(milliseconds: number): Promise<void> {
    paused.set(Math.max(paused.left(), milliseconds));
    await pauseLane(sql, lane, milliseconds);
  }

  return {
    pause,
    note(call) {
      const rest = resting.after(call, paused.left());
      if (rest === null) return;
      begun = rest;
      paused.set(Math.max(paused.left(), rest.milliseconds));
    },
    async write() {
      const rest = begun;
      if (rest === null) return;
      await pauseLane(sql, lane, paused.left());
      if (rest.isPublished) await showRest(sql, lane.organizationId, lane.laneId, restReason(rest));
      if (begun === rest) begun = null;
    },
  };
}
