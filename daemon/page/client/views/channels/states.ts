import type { ResponseOf } from "../../api/call.ts";
import { IS_SANDBOX } from "../../api/sandbox.ts";
import { nextStepOf, PAIRED, type Step, WORKING } from "../../parts/alarms/next-step.ts";
import { stateWord } from "../../parts/api-names.ts";
import type { Tone } from "../../parts/state.tsx";
import { CHANNELS } from "../../view-words.ts";

export type Channel = ResponseOf<"GET /v1/channels/{id}">;

export const OFFICIAL = "whatsapp_official";

const TONES: Readonly<Record<string, Tone>> = {
  connected: "good",
  connecting: "busy",
  pairing: "busy",
  degraded: "warn",
  disconnected: "bad",
  logged_out: "bad",
  replaced: "bad",
  restricted: "bad",
};

/** A channel's state in a word, and how bad it is. One that its owner paused wants a look. */
export function stateOf(channel: Channel): { tone: Tone; word: string } {
  const { status, settings } = channel;
  if (isLeftAlone(channel)) return { tone: "quiet", word: CHANNELS.stateLeftAlone };
  const isPaused = settings.paused === true && WORKING.includes(status);
  if (isPaused) return { tone: "warn", word: CHANNELS.statePaused };
  return { tone: TONES[status] ?? "quiet", word: stateWord(status) };
}

export function isPaired({ platform }: Pick<Channel, "platform">): boolean {
  return platform === PAIRED;
}

export function isWorking({ status }: Pick<Channel, "status">): boolean {
  return WORKING.includes(status);
}

/** Whether this daemon does not use the channel: it is of the sandbox, or of WhatsApp itself. */
export function isLeftAlone({ sandbox }: Pick<Channel, "sandbox">): boolean {
  return sandbox !== IS_SANDBOX;
}

/** The one thing that somebody has to do so that a channel sends; null when there is nothing. */
export function nextStep(channel: Channel): Step | null {
  return isLeftAlone(channel) ? null : nextStepOf(channel, channel.settings.paused === true);
}
