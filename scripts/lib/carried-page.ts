/** The page's program as an executable carries it: files inside of it, in place of the checkout's way to make them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { buildPage } from "../../daemon/page/build.ts";
import type { Bundle } from "../../daemon/page/bundle.ts";

type Metafile = Awaited<ReturnType<typeof buildPage>>["metafile"];

export type CarriedPage = {
  /** Puts the page inside of a program that has one. */
  plugin: BunPlugin;
  /** The files that the page is made of, once it was put inside. */
  metafile: () => Metafile;
  /** Removes the folder that the compiler takes it from. */
  remove: () => void;
};

/** Builds the page, to be carried into one executable. Before that is compiled: one build can't wait for another. */
export async function carriedPage(): Promise<CarriedPage> {
  const { bundle, metafile } = await buildPage("tight");
  const folder = mkdtempSync(join(tmpdir(), "waypost-page-"));
  const contents = await writeModule(bundle, folder);
  let isInside = false;
  const plugin: BunPlugin = {
    name: "page",
    setup(build) {
      build.onLoad({ filter: /[\\/]daemon[\\/]page[\\/]source\.ts$/ }, () => {
        isInside = true;
        return { contents, loader: "ts" };
      });
    },
  };
  return {
    plugin,
    metafile: () => (isInside ? metafile : undefined),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes the page's files into the folder; returns a module in which they are embedded. */
async function writeModule({ files, ...begin }: Bundle, folder: string): Promise<string> {
  const imports: string[] = [];
  const entries: string[] = [];
  for (const [at, [name, file]] of Object.entries(files).entries()) {
    for (const encoding of ["gzip", "br"] as const) {
      const path = join(folder, `${name}.${encoding}`);
      await Bun.write(path, file[encoding]);
      imports.push(`import ${encoding}${at} from ${JSON.stringify(path)} with { type: "file" };`);
    }
    entries.push(`${JSON.stringify(name)}: { gzip: Bun.file(gzip${at}), br: Bun.file(br${at}) },`);
  }
  return `${imports.join("\n")}
const bundle = { ...${JSON.stringify(begin)}, files: { ${entries.join(" ")} } };
const currentBundle = async () => bundle;
export { currentBundle };
`;
}
