/** Counts as they were at some moment. */
export type Sample = { delivered: number; read: number; failed: number };

/** How the counts went, from the beginning to now, in at most so many samples that lie equally far apart. */
export type Series = { add(sample: Sample): void; samples(): readonly Sample[] };

/** Keeps every sample until there are too many, then every second one, and so on. */
export function createSeries(most: number): Series {
  let samples: Sample[] = [];
  let step = 1;
  let skipped = 0;
  return {
    add(sample) {
      skipped += 1;
      if (skipped < step) return;
      skipped = 0;
      samples.push(sample);
      if (samples.length <= most) return;
      samples = samples.filter((_, index) => index % 2 === 1);
      step *= 2;
    },
    samples: () => samples,
  };
}

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/** Values as bars next to each other, of which the highest reaches `top`; a space where there is nothing. */
export function plot(values: readonly number[], top: number): string {
  const bar = (value: number) => BARS[Math.min(7, Math.max(0, Math.ceil((value / top) * 8) - 1))] ?? " ";
  return values.map((value) => (value <= 0 || top <= 0 ? " " : bar(value))).join("");
}
