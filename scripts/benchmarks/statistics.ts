/** The value below which a share (0 to 1) of the values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** To one decimal: more would pretend a precision that no run has. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
