/** The package of nodes for n8n, from `connectors/n8n`. */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { ROOT } from "../run.ts";
import { pack } from "./npm.ts";

const SOURCE = join(ROOT, "connectors", "n8n");

/** Compiles the nodes and credentials into the folder `dist` of `draft`; n8n brings what they import. */
export async function compileN8n(draft: string): Promise<void> {
  const { n8n } = readManifest();
  for (const compiled of [...n8n.nodes, ...n8n.credentials]) {
    const entry = join(SOURCE, compiled.replace(/^dist\//, "").replace(/\.js$/, ".ts"));
    const outdir = dirname(join(draft, compiled));
    const naming = basename(compiled);
    const options = { entrypoints: [entry], outdir, naming, external: ["n8n-workflow"] };
    await Bun.build({ ...options, format: "cjs", target: "node" });
  }
  cpSync(join(SOURCE, "icons"), join(draft, "dist", "icons"), { recursive: true });
}

/** Packs them for npm into `folder`. */
export async function packN8n(drafts: string, folder: string): Promise<string> {
  const draft = join(drafts, "npm", "n8n");
  mkdirSync(draft, { recursive: true });
  await compileN8n(draft);
  cpSync(join(SOURCE, "README.md"), join(draft, "README.md"));
  return await pack(draft, { ...readManifest(), version: manifest.version, scripts: {} }, folder);
}

function readManifest(): { n8n: { nodes: string[]; credentials: string[] } } {
  return JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8"));
}
