/** The platform whose numbers are linked devices of a phone. */
export const PAIRED = "whatsapp_unofficial";
/** Statuses of a paired number for which the gateway is at work. */
const UNDER_WAY = ["connecting", "pairing"];
export const WORKING: readonly string[] = ["connected", "degraded"];

/** How a channel stands, as far as it says what to do. */
type Standing = {
  platform: string;
  status: string;
  status_reason: string | null;
  phone_number: string | null;
  offered_number?: string | null;
};

export type Step = "pair" | "connect" | "replace" | "register" | "token" | "resume";

/** The one thing that somebody has to do so that a channel sends; null when there is nothing. */
export function nextStepOf(channel: Standing, isPaused: boolean): Step | null {
  if (channel.status === "restricted") return null;
  if (WORKING.includes(channel.status)) return isPaused ? "resume" : null;
  if (isUnderWay(channel)) return null;
  return channel.platform === PAIRED ? stepOfPaired(channel) : stepOfOfficial(channel);
}

export function isUnderWay({ status }: Pick<Standing, "status">): boolean {
  return UNDER_WAY.includes(status);
}

function stepOfPaired({ status, phone_number, offered_number = null }: Standing): Step {
  if (offered_number !== null) return "replace";
  return status === "logged_out" || phone_number === null ? "pair" : "connect";
}

function stepOfOfficial({ status_reason }: Standing): Step {
  return /\/v1\/waba\/register-phone|^phone_not_registered/.test(status_reason ?? "") ? "register" : "token";
}
