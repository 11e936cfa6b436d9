/** What browsers load of the page, held to its budget. */
import { resolve } from "node:path";
import { SOURCES } from "../../daemon/page/source.ts";
import { pageSizes } from "../lib/page-sizes.ts";

const FIRST_VIEW_KB = 190;
/** With the texts of all views and what lists need, which the first of them brings: some 30. */
const FURTHER_VIEW_KB = 75;

/** One sentence for each view that loads more than it may, and each source of the page that a checkout would not build again for. */
export async function checkPage(): Promise<string[]> {
  const { first, further, sources } = await pageSizes();
  const sizes: [name: string, size: number, most: number][] = [
    ["the first view", first, FIRST_VIEW_KB],
    ...[...further].map(([name, size]): [string, number, number] => [name, size, FURTHER_VIEW_KB]),
  ];
  const unseen = sources.filter(
    (path) => !/node_modules/.test(path) && !SOURCES.some((folder) => resolve(path).startsWith(folder)),
  );
  return [
    ...unseen.map(
      (path) => `${path} is part of the page; daemon/page/source.ts doesn't look whether it changed`,
    ),
    ...sizes.flatMap(([name, size, most]) =>
      size > most ? [`${name} loads ${size.toFixed(1)} KB; ${most} are the most`] : [],
    ),
  ];
}
