/** What a pushed tag publishes: the workflow's form, and its steps that need nobody else. */
import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { ROOT, run } from "../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";

type Step = { name?: string; uses?: string; run?: string; with?: object };
type Job = { needs?: string | string[]; permissions: Record<string, string>; steps: Step[] };

const text = readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8");
const document = parseDocument(text, { strict: true });
const workflow: { on: object; permissions: object; jobs: Record<string, Job> } = document.toJS();
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);

afterAll(removeTemporaryFolders);

/** Runs a job's named step as the runner does. */
function runStep(name: string, folder: string, environment: Record<string, string>) {
  const script = steps.find((step) => step.name === name)?.run ?? "exit 9";
  const variables = Object.entries(environment).map(([key, value]) => `export ${key}='${value}'`);
  return run(["/bin/bash", "-e", "-c", `cd ${folder}\n${variables.join("\n")}\n${script}`]);
}

test("it is YAML without a warning, started by tags alone, and grants nothing by itself", () => {
  expect([document.errors, document.warnings]).toEqual([[], []]);
  expect(workflow).toMatchObject({ on: { push: { tags: ["v*"] } }, permissions: {} });
});

test("each job may write only what it publishes", () => {
  const writes = jobs.map(([name, { permissions }]) => [
    name,
    Object.keys(permissions).filter((kind) => permissions[kind] === "write"),
  ]);
  expect(Object.fromEntries(writes)).toEqual({
    version: [],
    image: ["packages", "id-token", "attestations"],
    packages: [],
    npm: ["id-token"],
    release: ["contents", "id-token", "attestations"],
  });
});

test("nothing is published before the version was compared", () => {
  const isAfter = (name: string): boolean =>
    name === "version" || [workflow.jobs[name]?.needs ?? []].flat().some(isAfter);
  expect(jobs.filter(([name]) => !isAfter(name))).toEqual([]);
});

test.each([
  [`v${manifest.version}`, true],
  ["v0.0.0-other", false],
])("the tag %s is taken: %p", async (tag, success) => {
  const step = await runStep("Refuse a tag of another version", ROOT, { GITHUB_REF_NAME: tag });
  expect(step.success).toBe(success);
});

test("names files of the checkout that exist, and no value is written into a script", () => {
  const scripts = steps.map((step) => step.run ?? "");
  const paths = scripts.join("\n").match(/(?:\.\/scripts|docs)\/[\w/.-]+/g) ?? [];
  expect(paths.length).toBeGreaterThan(1);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});

test("the npm package that brings the others is published last", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "npm"));
  for (const name of ["waypost", "waypost-linux-x64", "n8n-nodes-waypost"])
    writeFileSync(join(folder, "npm", `${name}-1.2.3.tgz`), "");
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/npm"), '#!/bin/sh\necho "$@"\n');
  chmodSync(join(folder, "bin/npm"), 0o755);
  const { output } = await runStep("Publish, the package that brings the others last", folder, {
    PATH: `${folder}/bin:${process.env.PATH}`,
  });
  expect(output.trim().split("\n")).toEqual(
    ["n8n-nodes-waypost", "waypost-linux-x64", "waypost"].map(
      (name) => `publish ./npm/${name}-1.2.3.tgz --provenance --access public`,
    ),
  );
});
