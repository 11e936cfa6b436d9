/** `./scripts/kubernetes-schemas`: fetches the published schemas and writes what the tests need of them into one file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { mustRun } from "../packages/commands.ts";
import { ROOT } from "../run.ts";
import { ADDED, KUBERNETES, VERSION } from "./published.ts";
import { isSchema, type Schema, trimmed } from "./trim.ts";

const DOCUMENT = join(ROOT, "tests/docs/kubernetes/schemas.json");
const METADATA = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const SOURCES =
  "Trimmed from what these publish under the Apache License 2.0; ./scripts/kubernetes-schemas writes it";

const definitions: Record<string, Schema> = {};
const kinds: Record<string, Schema> = {};
await readKubernetes();
for (const { module, files } of ADDED) await readAdded(module, files);
const modules = [KUBERNETES.module, ...ADDED.map(({ module }) => module)];
await Bun.write(DOCUMENT, `${JSON.stringify({ $comment: SOURCES, modules, kinds, definitions })}\n`);

/** The folder that Go keeps a module in, fetched when it is not there. */
async function folderOf(module: string): Promise<string> {
  const { Dir } = JSON.parse(await mustRun(["go", "mod", "download", "-json", module], "/"));
  return String(Dir);
}

async function readKubernetes(): Promise<void> {
  const folder = join(await folderOf(KUBERNETES.module), KUBERNETES.folder);
  for (const [file, names] of Object.entries(KUBERNETES.kinds)) {
    const { components } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const schemas: Record<string, Schema> = components.schemas;
    for (const name of names) addKind(schemas, name);
  }
}

function addKind(schemas: Record<string, Schema>, kind: string): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const [own] = (schema["x-kubernetes-group-version-kind"] ?? []) as {
      group: string;
      version: string;
      kind: string;
    }[];
    if (own?.kind !== kind || !name.endsWith(`.${kind}`)) continue;
    const version = own.group === "" ? own.version : `${own.group}/${own.version}`;
    kinds[`${version}/${kind}`] = { $ref: `#/definitions/${name}` };
    define(schemas, name);
  }
}

/** Takes in a definition with all that it refers to. */
function define(schemas: Record<string, Schema>, name: string): void {
  if (name in definitions) return;
  const text = JSON.stringify(trimmed(schemas[name] ?? {})).replaceAll(
    "#/components/schemas/",
    "#/definitions/",
  );
  definitions[name] = JSON.parse(text);
  for (const [, other = ""] of text.matchAll(/"#\/definitions\/([^"]+)"/g)) define(schemas, other);
}

async function readAdded(module: string, files: string[]): Promise<void> {
  const folder = await folderOf(module);
  for (const file of files) {
    const { spec } = parse(readFileSync(join(folder, file), "utf8"));
    const { schema } = spec.versions.find(({ name }: { name: string }) => name === VERSION);
    kinds[`${spec.group}/${VERSION}/${spec.names.kind}`] = ofResource(schema.openAPIV3Schema);
  }
}

/** What a manifest may say: the kinds' own definitions leave the metadata to Kubernetes, and the status is not written. */
function ofResource(schema: Schema): Schema {
  const { status, ...properties } = isSchema(schema.properties) ? schema.properties : {};
  const { properties: fields, ...rest } = trimmed({ ...schema, properties });
  const metadata = { $ref: `#/definitions/${METADATA}` };
  return { ...rest, properties: { ...(isSchema(fields) ? fields : {}), metadata } };
}
