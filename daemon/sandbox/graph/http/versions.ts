/**
 * Until when each version of the Graph API is usable; null where Meta has not said it.
 * Source: Meta, Graph API changelog, "Available Graph API Versions", November 2026.
 */
const VERSIONS: readonly (readonly [number: number, until: string | null])[] = [
  [21, "2027-01-21"],
  [22, "2027-05-20"],
  [23, "2027-10-08"],
  [24, "2028-02-18"],
  [25, "2028-07-29"],
  [26, null],
  [27, null],
];
const NEWEST = 27;

/**
 * The version that a call of `path` ("v23.0") is answered with: its own, or the oldest usable one in place of one that
 * has ended (Meta, "Platform Versioning"). Null for what is no version, or none yet.
 */
export function servedVersion(path: string, now: number): string | null {
  const asked = numberOf(path);
  if (asked === null || asked > NEWEST) return null;
  const usable = VERSIONS.filter(([, until]) => until === null || now < Date.parse(until));
  const served = usable.find(([number]) => number >= asked) ?? usable.at(-1);
  return served === undefined ? null : `v${served[0]}.0`;
}

/** Whether a version is older than one of this number. */
export function isBefore(version: string, number: number): boolean {
  return (numberOf(version) ?? 0) < number;
}

function numberOf(path: string): number | null {
  const found = /^v([1-9][0-9]?)\.[0-9]{1,2}$/.exec(path)?.[1];
  return found === undefined ? null : Number(found);
}
