/** Why a number is disconnected that nobody has paired. */
export const NOT_PAIRED = "not paired yet; connect it";

/** Why a number is disconnected that somebody disconnected. */
export function disconnectedReason(isPaired: boolean): string {
  return isPaired ? "disconnected on request" : NOT_PAIRED;
}
