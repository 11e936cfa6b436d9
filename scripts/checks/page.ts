/** What browsers load of the page, held to its budget. */
import { buildPage } from "../../daemon/page/build.ts";

/** Compressed by gzip; most browsers load a little less, by Brotli. */
const FIRST_VIEW_KB = 200;
const FURTHER_VIEW_KB = 60;
const MAIN = "/main.tsx";
const FIRST_VIEW = "/views/overview/overview.tsx";

type Outputs = Readonly<
  Record<string, { entryPoint?: string; imports: readonly { path: string; kind: string }[] }>
>;

/** One sentence for each view that loads more than it may. */
export async function checkPage(): Promise<string[]> {
  const { bundle, metafile } = await buildPage();
  const outputs: Outputs = metafile?.outputs ?? {};
  const scripts = Object.keys(outputs).filter((path) => path.endsWith(".js"));
  const loadedBy = (ending: string) =>
    scripts
      .filter((path) => outputs[path]?.entryPoint?.endsWith(ending))
      .flatMap((path) => closure(outputs, path));
  const kilobytes = (paths: Iterable<string>) =>
    [...new Set(paths)].reduce(
      (sum, path) => sum + (bundle.files[path.replace("./", "")]?.gzip.size ?? 0),
      0,
    ) / 1024;
  const first = new Set([`./${bundle.style}`, ...loadedBy(MAIN), ...loadedBy(FIRST_VIEW)]);
  const views = scripts.filter((path) => outputs[path]?.entryPoint?.includes("/views/"));
  const sizes: [name: string, size: number, most: number][] = [
    ["the first view", kilobytes(first), FIRST_VIEW_KB],
    ...views.map((path): [string, number, number] => [
      outputs[path]?.entryPoint ?? path,
      kilobytes(closure(outputs, path).filter((one) => !first.has(one))),
      FURTHER_VIEW_KB,
    ]),
  ];
  return sizes.flatMap(([name, size, most]) =>
    size > most ? [`${name} loads ${size.toFixed(1)} KB; ${most} are the most`] : [],
  );
}

/** A file and all that it imports before it runs. */
function closure(outputs: Outputs, path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const imports = outputs[path]?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
  return [path, ...imports.flatMap((one) => closure(outputs, one.path, seen))];
}
