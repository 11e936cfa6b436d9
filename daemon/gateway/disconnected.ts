import { STATUS_REASONS } from "../lib/status-reasons.ts";

/** Why a number is disconnected that nobody has paired. */
export const NOT_PAIRED = STATUS_REASONS.not_paired;

/** Why a number is disconnected that somebody disconnected. */
export function disconnectedReason(isPaired: boolean): string {
  return isPaired ? STATUS_REASONS.disconnected : NOT_PAIRED;
}
