/** What browsers load of the page, compressed. */
import { buildPage } from "../../daemon/page/build.ts";

export type PageSizes = {
  /** Kibibytes of the overview and all that it needs, by gzip. Most browsers load a little less, by Brotli. */
  first: number;
  /** Of each further view, and of what opens within one, by the path of its source: what has not been loaded before. */
  further: ReadonlyMap<string, number>;
  /** What it is made of: paths from the root. */
  sources: readonly string[];
};

/** What the document names, what that loads before it shows something, and the view. */
const FIRST = ["/main.tsx", "/start.tsx", "/languages/en.ts", "/views/overview/overview.tsx"];

type Outputs = Readonly<
  Record<string, { entryPoint?: string; imports: readonly { path: string; kind: string }[] }>
>;

/** Builds the page and weighs it. */
export async function pageSizes(): Promise<PageSizes> {
  const { bundle, metafile } = await buildPage("quick");
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
  const first = new Set([`./${bundle.style}`, ...FIRST.flatMap(loadedBy)]);
  const views = scripts.filter((path) => outputs[path]?.entryPoint?.includes("/views/"));
  const further = views.map((path): [string, number] => {
    const entry = outputs[path]?.entryPoint ?? path;
    const loaded = first.union(new Set(loadedBy(viewAround(entry))));
    return [entry, kilobytes(closure(outputs, path).filter((one) => !loaded.has(one)))];
  });
  return { first: kilobytes(first), further: new Map(further), sources: Object.keys(metafile?.inputs ?? {}) };
}

/** The view in a folder of which a source is, which has loaded its own before it loads that; nothing's name where it is one itself. */
function viewAround(entry: string): string {
  const [, name] = /\/views\/([^/]+)\/.+\//.exec(entry) ?? [];
  return `/views/${name}/${name}.tsx`;
}

/** A file and all that it imports before it runs. */
function closure(outputs: Outputs, path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const imports = outputs[path]?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
  return [path, ...imports.flatMap((one) => closure(outputs, one.path, seen))];
}
