/** The name at the smallest distance, when that is small for its length. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: name === `${given}s` ? 0 : distance(given, name) }))
    .filter(({ name, distance }) => distance <= Math.floor(Math.max(name.length, given.length) * 0.4))
    .sort((left, right) => left.distance - right.distance);
  return given === "" ? undefined : ranked[0]?.name;
}

/** How many letters have to be put in, left out, replaced or swapped with the next one (Damerau, 1964). */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row++) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= right.length; column++) {
      const replaced = at(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      line.push(
        Math.min(
          ...[at(row - 1, column) + 1, at(row, column - 1) + 1, replaced],
          ...(swapped ? [at(row - 2, column - 2) + 1] : []),
        ),
      );
    }
  }
  return at(left.length, right.length);
}
