/** The figures of a run, each of which may have a limit to keep. One form for all measurements. */
import { loadavg } from "node:os";

/** `value` is null where it can't be read on this system. */
export type Figure = {
  name: string;
  value: number | null;
  unit: string;
  /** "at most 10", and whether that was kept. */
  limit?: { wanted: string; isKept: boolean };
};

export type Report = {
  at: string;
  measurement: string;
  quick: boolean;
  machine: string;
  /** The average number of processes that wanted a processor in a minute. */
  load: { before: number; after: number };
  figures: Figure[];
};

type Limit = { atLeast?: number; atMost?: number };

/** A figure with its unit (such as "ms"), to one decimal unless `digits` says otherwise. */
export function figure(
  name: string,
  value: number | null,
  unit: string,
  { atLeast, atMost, digits = 1 }: Limit & { digits?: number } = {},
): Figure {
  const rounded = value === null ? null : Number(value.toFixed(digits));
  const one = { name, value: rounded, unit };
  if (rounded === null || (atLeast === undefined && atMost === undefined)) return one;
  const wanted = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
  return {
    ...one,
    limit: { wanted, isKept: atLeast === undefined ? rounded <= (atMost ?? 0) : rounded >= atLeast },
  };
}

/** The p50 and the p99 of times in milliseconds. */
export function spread(
  name: string,
  times: readonly number[],
  { p50, p99 }: { p50?: Limit; p99?: Limit } = {},
) {
  return [
    figure(`${name}, p50`, quantile(times, 0.5), "ms", p50),
    figure(`${name}, p99`, quantile(times, 0.99), "ms", p99),
  ];
}

/** The median of the same figures of several rounds. */
export function medians(rounds: readonly Figure[][], limits: Record<string, Limit> = {}): Figure[] {
  return (rounds[0] ?? []).map(({ name, unit }, nth) => {
    const values = rounds.flatMap((round) => round[nth]?.value ?? []);
    return figure(name, values.length === 0 ? null : quantile(values, 0.5), unit, {
      digits: 2,
      ...limits[name],
    });
  });
}

/** The value below which a share (0 to 1) of the values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** The report for a person: a line a figure. */
export function show({ measurement, machine, load, figures }: Report): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return [
    `${measurement}: ${machine}`,
    "",
    ...figures.map(({ name, value, unit, limit }) => {
      const kept = limit === undefined ? "" : `   ${limit.isKept ? "kept" : "MISSED"}: ${limit.wanted}`;
      return `  ${name.padEnd(width)}  ${`${value ?? "–"} ${unit}`.padEnd(12)}${kept}`.trimEnd();
    }),
    "",
    `Load of the machine: ${load.before} before, ${load.after} after`,
    "",
  ].join("\n");
}
