/** `./scripts/kubernetes-schemas`: fetches the published schemas and writes what the tests need of them into one file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { mustRun } from "./packages/commands.ts";
import { ROOT } from "./run.ts";

type Schema = { [name: string]: unknown };

const DOCUMENT = join(ROOT, "tests/docs/kubernetes/schemas.json");
const SOURCES =
  "Trimmed from what these publish under the Apache License 2.0; ./scripts/kubernetes-schemas writes it";

/** Kubernetes' own kinds, by the file of their group in OpenAPI. */
const KUBERNETES = "k8s.io/kubernetes@v1.35.4";
const KINDS = {
  api__v1: ["PersistentVolumeClaim", "Service", "ServiceAccount"],
  apis__apps__v1: ["Deployment"],
  apis__autoscaling__v2: ["HorizontalPodAutoscaler"],
  "apis__networking.k8s.io__v1": ["Ingress", "NetworkPolicy"],
  apis__policy__v1: ["PodDisruptionBudget"],
};
const METADATA = { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" };
/** Kinds that others add, each by the file of its definition. */
const ADDED: Record<string, string[]> = {
  "github.com/cloudnative-pg/cloudnative-pg@v1.28.0": ["clusters", "poolers", "scheduledbackups"].map(
    (name) => `config/crd/bases/postgresql.cnpg.io_${name}.yaml`,
  ),
  "sigs.k8s.io/gateway-api@v1.5.1": ["config/crd/standard/gateway.networking.k8s.io_httproutes.yaml"],
  "github.com/prometheus-operator/prometheus-operator@v0.85.0": [
    "example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml",
  ],
};
const VERSION = "v1";
const LEFT_OUT = new Set(["description", "default", "format", "example", "externalDocs"]);
/** Their names are those of fields, which may be called like keywords. */
const NAMED = new Set(["properties", "patternProperties"]);

const definitions: Record<string, Schema> = {};
const kinds: Record<string, Schema> = {};
const folder = await folderOf(KUBERNETES);
for (const [file, names] of Object.entries(KINDS)) {
  const path = join(folder, "api/openapi-spec/v3", `${file}_openapi.json`);
  const { schemas } = JSON.parse(readFileSync(path, "utf8")).components;
  for (const name of names) addKind(schemas, name);
}
for (const [module, files] of Object.entries(ADDED))
  for (const file of files) addDefinition(join(await folderOf(module), file));
const modules = [KUBERNETES, ...Object.keys(ADDED)];
await Bun.write(DOCUMENT, `${JSON.stringify({ $comment: SOURCES, modules, kinds, definitions })}\n`);

/** The folder that Go keeps a module in, fetched when it is not there. */
async function folderOf(module: string): Promise<string> {
  return String(JSON.parse(await mustRun(["go", "mod", "download", "-json", module], "/")).Dir);
}

function addKind(schemas: Record<string, Schema>, kind: string): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const [own] = (schema["x-kubernetes-group-version-kind"] ?? []) as Record<string, string>[];
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

/** What a manifest may say: the kinds' own definitions leave the metadata to Kubernetes, and the status is not written. */
function addDefinition(path: string): void {
  const { spec } = parse(readFileSync(path, "utf8"));
  const { schema } = spec.versions.find(({ name }: { name: string }) => name === VERSION);
  const { status: _, ...fields } = schema.openAPIV3Schema.properties ?? {};
  const { properties, ...rest } = trimmed({ ...schema.openAPIV3Schema, properties: fields });
  const own = { ...(properties as Schema), metadata: METADATA };
  kinds[`${spec.group}/${VERSION}/${spec.names.kind}`] = { ...rest, properties: own };
}

/**
 * A copy without descriptions, defaults and what only Kubernetes itself understands, in which an object has no fields
 * but those that are named: as the server takes it with strict validation.
 */
function trimmed(schema: Schema): Schema {
  const open = schema["x-kubernetes-preserve-unknown-fields"] === true || "additionalProperties" in schema;
  const kept = Object.entries(schema)
    .filter(([name]) => !LEFT_OUT.has(name) && !name.startsWith("x-kubernetes-"))
    .map(([name, value]) => [name, NAMED.has(name) ? eachTrimmed(value as Schema) : trimmedValue(value)]);
  const closed = "properties" in schema && !open ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(kept), ...closed };
}

function eachTrimmed(fields: Schema): Schema {
  return Object.fromEntries(Object.entries(fields).map(([field, one]) => [field, trimmedValue(one)]));
}

function trimmedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmedValue);
  return typeof value === "object" && value !== null ? trimmed(value as Schema) : value;
}
