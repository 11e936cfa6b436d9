import type { Wait } from "../../../db/messages/waits.ts";
import type { Platform } from "../../providers/provider.ts";
import type { Waiting } from "./schema.ts";

/** The reason why a channel sends nothing; null when there is none. */
export function channelReason(wait: Wait, platform: Platform | undefined): Waiting | null {
  const { name, is_deleted, settings } = wait.channel;
  if (is_deleted) return open("channel_deleted", `${name} was deleted.`);
  if (settings.paused === true)
    return open("channel_paused", `${name} is paused. The message waits until it is resumed.`);
  const isHeldBySession = platform?.knowsStatus === "session";
  const unready = isHeldBySession ? sessionReason(wait) : null;
  return unready ?? workerReason(wait, isHeldBySession) ?? platformReason(wait, platform);
}

/** A paired number sends while its session is connected. */
function sessionReason({ channel }: Wait): Waiting | null {
  const { name, status, is_paired } = channel;
  if (is_paired !== true) return open("not_paired", `${name} is not paired. The message waits until it is.`);
  if (status === "disconnected")
    return open("disconnected", `${name} is disconnected. The message waits until it is connected.`);
  if (status === "connecting")
    return open("connecting", `${name} is connecting. The message waits until it is connected.`);
  return null;
}

function workerReason({ channel, roles }: Wait, isHeldBySession: boolean): Waiting | null {
  const role = isHeldBySession ? "gateway" : "worker";
  if (roles.includes(role)) return null;
  return open(
    "no_worker",
    `No daemon with the role ${role} is running, which ${channel.name} needs to send. The message waits until one is.`,
  );
}

/** Reasons by the platform's status of the channel, and by its hours. */
function platformReason({ channel }: Wait, platform: Platform | undefined): Waiting | null {
  const { name, status, status_reason: why, rests_until: until, settings } = channel;
  if (status !== "connected" && status !== "degraded")
    return {
      reason: status === "restricted" ? "restricted" : "disconnected",
      detail: `${name} is ${status}${why === null ? "" : `: ${why}`}. The message waits until that is mended.`,
      until,
    };
  if (until !== null) {
    const rests = `${name} rests until ${until}, as WhatsApp takes nothing from it for now.`;
    return { reason: "resting", detail: why === null ? rests : `${name}: ${why}.`, until };
  }
  const quietMs = platform?.quietFor?.(settings, new Date()) ?? 0;
  if (quietMs === 0) return null;
  const opens = new Date(Date.now() + quietMs).toISOString();
  return { reason: "quiet_hours", detail: `${name} keeps quiet hours until ${opens}.`, until: opens };
}

function open(reason: Waiting["reason"], detail: string): Waiting {
  return { reason, detail, until: null };
}
