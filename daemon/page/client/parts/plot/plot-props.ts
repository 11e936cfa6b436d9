export type PlotSeries = { label: string; color: PlotColor; values: readonly (number | null)[] };
export type PlotColor = "ink" | "accent" | "good" | "warn" | "bad";

export type PlotProps = {
  /** What is plotted, and of what time. */
  label: string;
  /** Moments in milliseconds, in order; each series has a value for each. */
  times: readonly number[];
  series: readonly PlotSeries[];
  /** Whether the values are counts, which have no halves; they are unless it says otherwise. */
  isWhole?: boolean;
  /** Whether the last value is that of now, and is said in the caption; it is unless it says otherwise. */
  isLastSaid?: boolean;
};
