/** An arrow from one name to another. */
export type Arrow = { from: string; to: string };

/**
 * The groups of names that lead to each other, however far round: each is sorted, and names that lead back to
 * themselves alone are left out. (Tarjan's strongly connected components.)
 */
export function findKnots(arrows: readonly Arrow[]): string[][] {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const order = new Map<string, number>();
  const open: string[] = [];
  const knots: string[][] = [];

  /** Returns the earliest name, by its number, that the open ones below this one lead back to. */
  function visit(name: string): number {
    const number = order.size;
    order.set(name, number);
    open.push(name);
    let earliest = number;
    for (const { to } of targets.get(name) ?? []) {
      if (!order.has(to)) earliest = Math.min(earliest, visit(to));
      else if (open.includes(to)) earliest = Math.min(earliest, order.get(to) ?? number);
    }
    if (earliest === number) {
      const together = open.splice(open.indexOf(name));
      if (together.length > 1) knots.push(together.sort());
    }
    return earliest;
  }

  for (const name of targets.keys()) if (!order.has(name)) visit(name);
  return knots;
}
