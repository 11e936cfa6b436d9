import { resolve } from "node:path";

type Metafile = NonNullable<Awaited<ReturnType<typeof Bun.build>>["metafile"]>;

/** What nearly always loads a group, and what else loads it where it needs some of it. */
type Group = { modules: ReadonlySet<string>; isFor(entry: string): boolean };

const SCRIPT = /\.(?:mjs|js|tsx?)$/;
/** Who logs in or joins needs a field and a button: not what lists are made of. */
const VIEW = /client\/views\/(?!overview\/|login\/|join\/|device\/)/;
/** Loaded to choose a language, before all that shows a text. */
const EARLY = /client\/main\.tsx$|page\/languages\/[\w-]+\.ts$/;
const FIRST = /client\/start\.tsx$|views\/overview\/overview\.tsx$/;
const INBOX = /views\/inbox\/inbox\.tsx$/;

/**
 * Has a page built once more with what is loaded together in one file. The bundler makes a file of each set of modules
 * that the same views need, over a hundred, mostly of less than 1 KB: they compress badly alone. It knows of no least
 * size; but what all views import is one file. So each of them imports the whole of a group that it needs a part of.
 */
export function loadedTogether(metafile: Metafile): Bun.BunPlugin {
  const closures = closuresOf(metafile);
  const groups = groupsOf(closures);
  const wanted = new Map(
    [...closures].map(([entry, modules]) => [
      resolve(entry),
      groups.flatMap(({ modules: group, isFor }, at) =>
        isFor(entry) && !modules.isDisjointFrom(group) ? [at] : [],
      ),
    ]),
  );
  return {
    name: "loaded together",
    setup(build) {
      build.onResolve({ filter: /^together:/ }, ({ path }) => ({ path, namespace: "together" }));
      build.onLoad({ filter: /^together:/, namespace: "together" }, ({ path }) => ({
        contents: [...(groups[Number(path.split(":")[1])]?.modules ?? [])]
          .map((module, at) => `import * as module${at} from ${JSON.stringify(resolve(module))};`)
          .join("\n"),
        loader: "js",
      }));
      build.onLoad({ filter: /page[\\/]client[\\/].*\.tsx$/ }, async ({ path }) => ({
        contents: [
          await Bun.file(path).text(),
          ...(wanted.get(path) ?? []).map((at) => `import "together:${at}";`),
        ].join("\n"),
        loader: "tsx",
      }));
    },
  };
}

function groupsOf(closures: ReadonlyMap<string, ReadonlySet<string>>): readonly Group[] {
  const all = (entries: RegExp) =>
    new Set([...closures].flatMap(([entry, modules]) => (entries.test(entry) ? [...modules] : [])));
  const early = all(EARLY);
  const first = all(FIRST).difference(early);
  const ofInbox = all(INBOX).difference(first).difference(early);
  const elsewhere = new Set(
    [...closures].flatMap(([entry, modules]) =>
      VIEW.test(entry) && !entry.includes("views/inbox/") ? [...modules] : [],
    ),
  );
  const isLate = (entry: string) => VIEW.test(entry);
  return [
    { modules: first, isFor: (entry) => !EARLY.test(entry) },
    { modules: ofInbox.intersection(elsewhere), isFor: isLate },
    { modules: ofInbox.difference(elsewhere), isFor: isLate },
  ];
}

/** All modules that each entry needs before it runs. */
function closuresOf({ outputs }: Metafile): ReadonlyMap<string, ReadonlySet<string>> {
  const closures = new Map<string, ReadonlySet<string>>();
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (path.endsWith(".js") && entryPoint !== undefined) closures.set(entryPoint, modulesOf(outputs, path));
  return closures;
}

function modulesOf(
  outputs: Metafile["outputs"],
  path: string,
  seen = new Set<string>(),
): ReadonlySet<string> {
  const output = outputs[path];
  if (seen.has(path) || output === undefined) return new Set();
  seen.add(path);
  const imported = output.imports.filter(({ kind }) => kind === "import-statement");
  const own = Object.keys(output.inputs).filter((input) => SCRIPT.test(input));
  return new Set([...own, ...imported.flatMap((one) => [...modulesOf(outputs, one.path, seen)])]);
}
