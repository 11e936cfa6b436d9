import { type ChannelRow, updateChannel } from "../../../db/channels/channels.ts";
import { showRest } from "../../../db/channels/rests.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { findHealthOf } from "../../channels/health/watch.ts";
import type { Lane } from "../../lanes/lane.ts";
import type { Platform } from "../../providers/provider.ts";
import type { Resting } from "./rest.ts";
import type { SendEnd } from "./send-end.ts";

/** The status on a channel's record, while one drain works on its lane. */
export type ChannelStatus = {
  /** Whether the channel works as far as is known: otherwise it is tried with one message at a time. */
  isWell(): boolean;
  /** Takes over the record's present status. */
  refresh(channel: ChannelRow): void;
  /** Records what calls showed. */
  note(ends: readonly SendEnd[]): Promise<void>;
};

/** The status of a channel, by the source that its platform has for it. */
export function createChannelStatus(
  sql: Sql,
  lane: Lane,
  { knowsStatus }: Pick<Platform, "knowsStatus">,
  channel: ChannelRow,
  resting: Resting,
): ChannelStatus {
  return knowsStatus === "calls"
    ? statusByCalls(sql, lane, channel, resting)
    : statusBySession(sql, lane, channel, resting);
}

type Shown = "connected" | "restricted" | "disconnected";

/** What the business has to mend, and WhatsApp has not restricted: the access token, or the number's registration. */
const UNUSABLE = ["channel_auth_failed", "channel_permission_denied", "channel_gone", "phone_not_registered"];

function stoppedBy(code: string): Shown {
  return UNUSABLE.includes(code) ? "disconnected" : "restricted";
}

/** The channel's status is what its last calls showed. */
function statusByCalls(
  sql: Sql,
  { organizationId, laneId }: Lane,
  channel: ChannelRow,
  resting: Resting,
): ChannelStatus {
  let status = channel.status;

  async function show(next: Shown, reason: string | null): Promise<void> {
    if (status === next) return;
    status = next;
    await updateChannel(sql, organizationId, laneId, {
      status: next,
      status_reason: reason,
      ...(next === "connected" ? { last_seen_at: new Date() } : {}),
    });
    await findHealthOf(sql, [{ organizationId, channelId: laneId }]);
  }

  return {
    isWell: () => status === "connected",
    refresh(found) {
      status = found.status;
    },
    async note(ends) {
      if (resting.isTrying() && status === "connected") status = "degraded";
      const stopped = ends.find((end) => end.stopped !== null)?.stopped ?? null;
      if (stopped !== null) await show(stoppedBy(stopped.code), `${stopped.code}: ${stopped.detail}`);
      else if (!resting.isTrying() && ends.some(({ result }) => result.outcome === "sent"))
        await show("connected", null);
    },
  };
}

/** The channel's status is its session's; calls only end a rest that calls began. */
function statusBySession(
  sql: Sql,
  { organizationId, laneId }: Lane,
  channel: ChannelRow,
  resting: Resting,
): ChannelStatus {
  let status = channel.status;
  return {
    isWell: () => true,
    refresh(found) {
      status = found.status;
    },
    async note(ends) {
      if (status === "degraded" && !resting.isTrying() && ends.some((end) => end.works))
        await showRest(sql, organizationId, laneId, null);
    },
  };
}
