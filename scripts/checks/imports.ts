/** Which of the project's files may import which. */
import { type Import, readImports } from "../lib/import-lines.ts";
import type { SourceFile } from "../lib/source.ts";
import { APART } from "./apart.ts";
import { findKnots } from "./knots.ts";

/**
 * Every folder, from the bottom to the top: each may import those before it, and none after it. A folder that
 * is not named for itself belongs to the one around it. Types count.
 */
export const LAYERS: readonly string[] = [
  "db/functions",
  "db/connection",
  "db/lists",
  "db/lanes",
  "db/channels",
  "db/events",
  "db/contacts",
  "db/holes",
  "db/whatsapp-web",
  "db/auth",
  "db/costs",
  "db/budgets",
  "db/teams",
  "db/response-times",
  "db/conversations",
  "db/crm",
  "db/quick-replies",
  "db/http",
  "db/imports",
  "db/inbound",
  "db/logs",
  "db/maintenance",
  "db/media",
  "db/messages",
  "db/past",
  "db/erasing",
  "db/restores",
  "db/archives",
  "db/approvals",
  "db/broadcasts",
  "db/orders",
  "db/organizations",
  "db/overview",
  "db/secrets",
  "db/templates",
  "db/webhooks",
  "db/push",
  "db/schema",
  "db/health",
  "db/embedded",
  "daemon/lib",
  "daemon/audit-chain",
  "daemon/page/languages",
  "daemon/phone-numbers",
  "daemon/drift",
  "daemon/config",
  "daemon/egress",
  "daemon/secrets",
  "daemon/http",
  "daemon/limits",
  "daemon/auth",
  "daemon/organizations",
  "daemon/events",
  "daemon/logs",
  "daemon/lanes",
  "daemon/health",
  "daemon/message-types",
  "daemon/file-rules",
  "daemon/costs/rates",
  "daemon/template-rules",
  "daemon/providers",
  "daemon/gateway",
  "daemon/channels",
  "daemon/groups",
  "daemon/contacts",
  "daemon/conversations",
  "daemon/push",
  "daemon/quick-replies",
  "daemon/teams",
  "daemon/templates",
  "daemon/media",
  "daemon/messages",
  "daemon/restores",
  "daemon/erasing",
  "daemon/archives",
  "daemon/past",
  "daemon/holes",
  "daemon/crm",
  "daemon/orders",
  "daemon/imports",
  "daemon/audit-export",
  "daemon/broadcasts",
  "daemon/approvals",
  "daemon/budgets",
  "daemon/response-times",
  "daemon/webhooks",
  "daemon/onboarding",
  "daemon/timeline",
  "daemon/costs",
  "daemon/overview",
  "daemon/inbound",
  "daemon/sandbox",
  "daemon/docs",
  "daemon/fronts",
  "daemon/mcp",
  "daemon/device-login",
  "daemon/login-provider",
  "daemon/provider-login",
  "daemon/oauth",
  "daemon/page/client/style",
  "daemon/page",
  "daemon/start",
  "daemon/main.ts",
  "daemon/page/client/words.ts",
  "daemon/page/client/api",
  "daemon/page/client/live",
  "daemon/page/client/parts",
  "daemon/page/client/views",
  "daemon/page/client/routes.tsx",
  "daemon/page/client/shell",
  "daemon/page/client/app.tsx",
  "daemon/page/client/start.tsx",
  "daemon/page/client/main.tsx",
  "cli/lib/failures",
  "cli/lib/text",
  "cli/lib/values",
  "cli/lib/terminal",
  "cli/lib/settings",
  "cli/lib/installation",
  "cli/lib/api",
  "cli/lib/output",
  "cli/lib/command",
  "cli/lib/input",
  "cli/lib/actions",
  "cli/ui",
  "cli/commands",
  "cli/program.ts",
  "cli/main.ts",
  "scripts/lib",
  "scripts/lab/stage",
  "scripts/checks",
  "scripts/lab/benchmarks",
  "scripts/lab/proof",
  "scripts/lab/mutation",
  "scripts",
];

/** The folders that LAYERS orders; what stands outside, such as package.json, may be imported by all. */
const ORDERED = /^(?:cli|daemon|db|scripts)\/.*(?<!README\.md)$/;

/** One sentence for every folder without a layer, import that goes up, apart or into the tests, and circle of files. */
export function checkImports(files: SourceFile[]): string[] {
  const imports = readImports(files).filter(({ from }) => ORDERED.test(from));
  return [
    ...foldersWithoutLayer(files),
    ...imports.flatMap((line) => goesWrong(line) ?? []),
    ...findKnots(imports).map((circle) => `these import each other: ${circle.join(", ")}`),
  ];
}

/** Pairs of folders of which the lower one imports the higher one. */
export function arrowsUp(imports: readonly Import[]): string[] {
  const arrows = imports.filter(goesUp).map(({ from, to }) => `${layerOf(from)} -> ${layerOf(to)}`);
  return [...new Set(arrows)];
}

function foldersWithoutLayer(files: SourceFile[]): string[] {
  const paths = files.map(({ path }) => path).filter((path) => ORDERED.test(path) && layerOf(path) === null);
  const folders = new Set(paths.map((path) => path.split("/").slice(0, 2).join("/")));
  return [...folders].map((folder) => `${folder} has no layer in scripts/checks/imports.ts`);
}

function goesWrong(line: Import): string | null {
  const { from, to, typeOnly } = line;
  if (goesUp(line)) return `${from} imports ${to}, which is not below it`;
  if (to.startsWith("tests/")) return `${from} imports ${to}, which is a test's`;
  if (isOtherView(from, to)) return `${from} imports ${to}, but no view knows another`;
  const broken = APART.find(
    ({ files, never, typesOf = [], but = [] }) =>
      from.startsWith(files) &&
      (startsWithAny(to, never) || (!typeOnly && startsWithAny(to, typesOf) && !startsWithAny(to, but))),
  );
  return broken === undefined ? null : `${from} imports ${to}, but ${broken.because}`;
}

/** Whether one view of the page imports another. */
function isOtherView(from: string, to: string): boolean {
  const viewOf = (path: string) => /^daemon\/page\/client\/views\/[^/]+\//.exec(path)?.[0];
  return viewOf(from) !== undefined && viewOf(to) !== undefined && viewOf(from) !== viewOf(to);
}

/** SQL is imported as text, by whatever carries it. */
function goesUp({ from, to }: Import): boolean {
  if (to.endsWith(".sql")) return false;
  const [lower, higher] = [layerOf(from), layerOf(to)];
  return lower !== null && higher !== null && LAYERS.indexOf(lower) < LAYERS.indexOf(higher);
}

/** The layer that a file is in, by the longest name that its path begins with; null when there is none. */
function layerOf(path: string): string | null {
  const layers = LAYERS.filter((layer) => path === layer || path.startsWith(`${layer}/`));
  return layers.sort((one, other) => other.length - one.length)[0] ?? null;
}

function startsWithAny(path: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => path.startsWith(beginning));
}
