/** Which of the project's files may import which. */
import { posix } from "node:path";
import { isCode, type SourceFile } from "./source.ts";

type Import = { from: string; to: string; typeOnly: boolean };

type Rule = {
  /** Beginnings of the paths of the files that the rule is about. */
  files: string[];
  /** Beginnings of the paths that they never import. */
  never: string[];
  /** Beginnings of paths whose types they may import all the same. */
  exceptTypesOf?: string[];
};

const RESOURCES = [
  "auth",
  "channels",
  "contacts",
  "conversations",
  "crm",
  "messages",
  "templates",
  "webhooks",
].map((name) => `daemon/${name}/`);

const RULES: Rule[] = [
  { files: ["db/"], never: ["cli/", "daemon/", "scripts/", "tests/"] },
  { files: ["daemon/"], never: ["cli/", "scripts/", "tests/"] },
  { files: ["cli/"], never: ["db/", "scripts/", "tests/"] },
  { files: ["cli/"], never: ["daemon/"], exceptTypesOf: ["daemon/"] },
  { files: ["daemon/main.ts"], never: RESOURCES },
  {
    files: ["daemon/providers/"],
    never: ["db/", "daemon/http/", "daemon/lanes/", "daemon/sandbox/", ...RESOURCES],
    exceptTypesOf: ["daemon/messages/types/"],
  },
  {
    files: ["daemon/sandbox/"],
    never: ["db/", "daemon/http/", "daemon/lanes/", "daemon/events/", "daemon/providers/", ...RESOURCES],
  },
  { files: ["daemon/events/"], never: RESOURCES },
  { files: ["daemon/http/", "daemon/lanes/"], never: RESOURCES, exceptTypesOf: RESOURCES },
  {
    files: [
      "daemon/http/",
      "daemon/lanes/",
      "daemon/events/",
      "daemon/providers/",
      "daemon/sandbox/",
      ...RESOURCES,
    ],
    never: ["daemon/start/app.ts", "daemon/main.ts"],
  },
];

/** One sentence for every import that a rule forbids and for every circle of imports. */
export function checkImports(files: SourceFile[]): string[] {
  const imports = files.filter(isCode).flatMap(readImports);
  return [...imports.flatMap(brokenRules), ...findCycles(imports)];
}

/**
 * Relative imports only. Type-only ones are wanted too, which Bun's own scanner leaves out because they are
 * erased. A word before `from` or `import(` inside a string would be taken for one; none is written so here.
 */
function readImports(file: SourceFile): Import[] {
  return [...file.text.matchAll(IMPORT)].map((match) => ({
    from: file.path,
    to: posix.join(posix.dirname(file.path), match.groups?.static ?? match.groups?.dynamic ?? ""),
    typeOnly: match.groups?.type !== undefined,
  }));
}

const IMPORT =
  /^(?:import|export)\s+(?<type>type\s+)?(?:[\w*{][^;"]*?from\s+)?"(?<static>\.[^"]+)"|\bimport\("(?<dynamic>\.[^"]+)"\)/gm;

function brokenRules({ from, to, typeOnly }: Import): string[] {
  const broken = RULES.filter(
    (rule) =>
      startsWithAny(from, rule.files) &&
      startsWithAny(to, rule.never) &&
      !(typeOnly && startsWithAny(to, rule.exceptTypesOf ?? [])),
  );
  return broken.slice(0, 1).map(() => `${from} imports ${to}, which is not below it`);
}

function startsWithAny(path: string, beginnings: string[]): boolean {
  return beginnings.some((beginning) => path.startsWith(beginning));
}

/** Types may refer to each other; code that is loaded may not go round. */
function findCycles(imports: Import[]): string[] {
  const targets = Map.groupBy(
    imports.filter((entry) => !entry.typeOnly),
    (entry) => entry.from,
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
    if (trail.includes(path) || done.has(path)) return;
    for (const { to } of targets.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles.map((cycle) => `these import each other: ${cycle}`);
}
