/** How many daemons, and how many stored messages, a run goes through: what `--daemons` and `--stored` name. */

export type ScaleSizes = {
  daemons: number[];
  stored: number[];
  /** A fill that would take longer, or more of the disk, is left out, and the report says so. */
  mostMinutes: number;
  mostGigabytes: number;
};

const TIMES: Record<string, number> = { "": 1, k: 1000, m: 1_000_000 };

/** Throws, and says what each option takes. */
export function scaleSizes(options: {
  daemons: string;
  stored: string;
  "fill-minutes": string;
  "fill-gigabytes": string;
}): ScaleSizes {
  const daemons = listed(options.daemons);
  if (daemons === null || daemons.includes(0))
    throw new Error("--daemons takes whole numbers from 1 on, such as 1,2,4");
  const stored = listed(options.stored);
  if (stored === null) throw new Error("--stored takes numbers of messages, such as 0,1m,10m");
  const [mostMinutes, mostGigabytes] = [Number(options["fill-minutes"]), Number(options["fill-gigabytes"])];
  if (!(mostMinutes > 0 && mostGigabytes > 0))
    throw new Error("--fill-minutes and --fill-gigabytes take a number above 0");
  return { daemons, stored, mostMinutes, mostGigabytes };
}

/** Numbers between commas, in thousands (k) or millions (m), the lowest first; null when one is none. */
function listed(text: string): number[] | null {
  const numbers = text.split(",").map((word) => {
    const [, digits, unit] = /^(\d+)([km]?)$/.exec(word.trim()) ?? [];
    return Number(digits) * (TIMES[unit ?? ""] ?? 1);
  });
  return numbers.some(Number.isNaN) ? null : [...new Set(numbers)].sort((one, other) => one - other);
}
