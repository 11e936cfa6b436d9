/** Amounts are counted in whole units of 10 decimal places, so that a million of them add up to the cent. */
const PLACES = 10;

/** A rate as a file has it, in units; null when there is none, which Meta writes as `n/a`. */
export function unitsOf(text: string): bigint | null {
  const match = /^\D{0,3}?(\d+)(?:\.(\d{1,10}))?$/.exec(text.trim().replaceAll(",", ""));
  if (match === null) return null;
  const [, whole = "", part = ""] = match;
  return BigInt(whole + part.padEnd(PLACES, "0"));
}

export function numberOf(units: bigint): number {
  const digits = units.toString().padStart(PLACES + 1, "0");
  return Number(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`);
}
