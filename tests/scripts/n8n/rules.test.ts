/** What n8n asks of nodes that others make: its linter on the source, and its scanner on the package. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { programFromNpm } from "../../fronts/outside/packages.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { NODE_PACKAGE, nodeOf } from "./n8n.ts";
import { unpackedNodes } from "./nodes-package.ts";

setDefaultTimeout(300_000);

const tools = await programFromNpm(
  ...["@n8n/node-cli@0.48.3", "@n8n/scan-community-package@0.32.0", "n8n-workflow@2.41.0"],
  ...["@types/node@24.19.4", "typescript@5.9.3", "eslint@9.29.0", "prettier@3.6.2", NODE_PACKAGE],
);
if ("missing" in tools) process.stdout.write(`n8n's rules are passed over: ${tools.missing}.\n`);
const path = "path" in tools ? tools.path : "";
const modules = join(path, "node_modules");

/** Runs a program of the tools in a folder; what it prints and its exit code. */
function run(folder: string, ...words: string[]) {
  // in a test of theirs, their rules look at no names of files
  const env = { ...process.env, NODE_ENV: "production", TMPDIR: temporaryFolder("n8n-rules") };
  const { exitCode, stdout, stderr } = Bun.spawnSync([nodeOf(path), ...words], { cwd: folder, env });
  return { exitCode, output: `${stdout}${stderr}` };
}

function source(): string {
  const folder = temporaryFolder("n8n-source");
  cpSync(join(import.meta.dir, "../../../connectors/n8n"), folder, { recursive: true });
  symlinkSync(modules, join(folder, "node_modules"));
  return folder;
}

test.skipIf("missing" in tools)("the linter of n8n has nothing against our nodes", () => {
  const linted = run(source(), join(modules, "@n8n/node-cli/bin/n8n-node.mjs"), "lint");
  expect(linted).toMatchObject({ exitCode: 0, output: expect.not.stringContaining("warning") });
});

test.skipIf("missing" in tools)("the scanner of n8n lets our package pass", async () => {
  const scanner = join(modules, "@n8n/scan-community-package/scanner/scanner.mjs");
  const program = `import { analyzePackage } from ${JSON.stringify(scanner)};
    console.log(JSON.stringify(await analyzePackage(${JSON.stringify(await unpackedNodes())})));`;
  expect(run(path, "--input-type=module", "--eval", program)).toEqual({
    exitCode: 0,
    output: '{"passed":true}\n',
  });
});
