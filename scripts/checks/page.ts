/** What browsers load of the page, held to its budget. */
import { pageSizes } from "../lib/page-sizes.ts";

const FIRST_VIEW_KB = 200;
const FURTHER_VIEW_KB = 60;

/** One sentence for each view that loads more than it may. */
export async function checkPage(): Promise<string[]> {
  const { first, further } = await pageSizes();
  const sizes: [name: string, size: number, most: number][] = [
    ["the first view", first, FIRST_VIEW_KB],
    ...[...further].map(([name, size]): [string, number, number] => [name, size, FURTHER_VIEW_KB]),
  ];
  return sizes.flatMap(([name, size, most]) =>
    size > most ? [`${name} loads ${size.toFixed(1)} KB; ${most} are the most`] : [],
  );
}
