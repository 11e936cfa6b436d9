/** So many lines, whatever there is to show: what stands below does not move. */
export function fill(lines: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => lines[index] ?? "");
}
