/** Within so many milliseconds, what a response says of the time tells nothing: it is to the second, and took a while. */
const TOLERANCE_MS = 3000;

let aheadMs = 0;

/** Takes the daemon's time from a response: the browser's own clock may be hours wrong. */
export function noteClock({ headers }: Response): void {
  const said = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(said)) return;
  const difference = said - Date.now();
  aheadMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

/** The time by the daemon's clock, which all times of the API are of, in milliseconds. */
export function daemonNow(): number {
  return Date.now() + aheadMs;
}
