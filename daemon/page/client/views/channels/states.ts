import type { ResponseOf } from "../../api/call.ts";
import { IS_SANDBOX } from "../../api/sandbox.ts";
import { sentence } from "../../parts/problem.tsx";
import type { Tone } from "../../parts/state.tsx";
import { CHANNELS, STATES } from "../../words.ts";

export type Channel = ResponseOf<"GET /v1/channels/{id}">;

/** The platform whose numbers are linked devices of a phone. */
export const PAIRED = "whatsapp_unofficial";
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
/** Statuses of a paired number for which the gateway is at work. */
const UNDER_WAY = ["connecting", "pairing"];
const WORKING = ["connected", "degraded"];

/** A channel's state in a word, and how bad it is. One that its owner paused wants a look. */
export function stateOf(channel: Channel): { tone: Tone; word: string } {
  const { status, settings } = channel;
  if (isLeftAlone(channel)) return { tone: "quiet", word: CHANNELS.stateLeftAlone };
  const isPaused = settings.paused === true && WORKING.includes(status);
  if (isPaused) return { tone: "warn", word: CHANNELS.statePaused };
  return { tone: TONES[status] ?? "quiet", word: STATES[status] ?? status };
}

/** Why a channel is as it is, in words; null when there is nothing to say. A code before them is for programs. */
export function reasonOf({ status_reason }: Pick<Channel, "status_reason">): string | null {
  return status_reason === null ? null : sentence(status_reason.replace(/^[a-z]+(_[a-z]+)+: /, ""));
}

export function isPaired({ platform }: Pick<Channel, "platform">): boolean {
  return platform === PAIRED;
}

export function isWorking({ status }: Pick<Channel, "status">): boolean {
  return WORKING.includes(status);
}

export function isUnderWay({ status }: Pick<Channel, "status">): boolean {
  return UNDER_WAY.includes(status);
}

/** Whether this daemon does not use the channel: it is of the sandbox, or of WhatsApp itself. */
export function isLeftAlone({ sandbox }: Pick<Channel, "sandbox">): boolean {
  return sandbox !== IS_SANDBOX;
}

export type Step = "pair" | "connect" | "replace" | "register" | "token" | "resume";

/** The one thing that somebody has to do so that a channel sends; null when there is nothing. */
export function nextStep(channel: Channel): Step | null {
  if (isLeftAlone(channel) || channel.status === "restricted") return null;
  if (isWorking(channel)) return channel.settings.paused === true ? "resume" : null;
  if (isUnderWay(channel)) return null;
  return isPaired(channel) ? stepOfPaired(channel) : stepOfOfficial(channel);
}

function stepOfPaired({ status, phone_number, offered_number }: Channel): Step {
  if (offered_number !== null) return "replace";
  return status === "logged_out" || phone_number === null ? "pair" : "connect";
}

function stepOfOfficial({ status_reason }: Channel): Step {
  return /\/v1\/waba\/register-phone|^phone_not_registered/.test(status_reason ?? "") ? "register" : "token";
}
