/** The manifests are ones that Kubernetes, CloudNativePG and the others take, as far as their schemas say. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import Ajv from "ajv";
import {
  documentsOf,
  FILES,
  FOLDERS,
  kustomization,
  type Manifest,
  manifests,
  manifestsIn,
} from "./manifests.ts";

/** The operator of backups publishes its schema nowhere that a registry has. */
const WITHOUT_SCHEMA = ["barmancloud.cnpg.io/v1/ObjectStore"];

const published = await Bun.file(join(import.meta.dir, "schemas.json")).json();
const whole = compiler(published);
/** A patch names some fields of a manifest, and removes others. */
const partial = compiler(withoutKeyword(published, "required"));

const plain = FILES.filter((file) => !file.endsWith("kustomization.yaml"));
test.each(plain)("%s is as the schemas say", (file) => {
  const found = manifestsIn(file).filter((one) => !WITHOUT_SCHEMA.includes(kindOf(one)));
  expect(found.flatMap((one) => whole(one))).toEqual([]);
});

test("only what has no published schema is not compared", () => {
  const kinds = new Set(manifests().map(kindOf));
  expect([...kinds].filter((kind) => !(kind in published.kinds))).toEqual(WITHOUT_SCHEMA);
});

test.each(FOLDERS)("every patch of %s is of fields that there are", (folder) => {
  const patches = kustomization(folder).patches?.flatMap(({ patch }) => documentsOf(patch)) ?? [];
  const merged = patches.filter((patch) => !Array.isArray(patch)) as Manifest[];
  expect(merged.flatMap((patch) => partial(withoutRemovals(patch)))).toEqual([]);
});

test("a field that is misspelt, of the wrong type or missing is found", () => {
  const [deployment] = manifestsIn("base/api.yaml");
  const [cluster] = manifestsIn("database/cluster.yaml");
  if (deployment === undefined || cluster === undefined) throw new Error("They are gone.");
  expect(whole({ ...deployment, spec: { ...deployment.spec, replica: 2 } })).not.toEqual([]);
  expect(whole({ ...deployment, spec: { ...deployment.spec, replicas: "2" } })).not.toEqual([]);
  expect(whole(withoutKeyword(deployment, "selector"))).not.toEqual([]);
  const synchronous = { method: "some", number: 1 };
  expect(whole({ ...cluster, spec: { ...cluster.spec, postgresql: { synchronous } } })).not.toEqual([]);
});

function kindOf({ apiVersion, kind }: Manifest): string {
  return `${apiVersion}/${kind}`;
}

/** Returns what is wrong with a manifest. */
function compiler(schemas: object) {
  const ajv = new Ajv({ strict: false, allErrors: true }).addSchema({ ...schemas, $id: "published" });
  return (manifest: Manifest): string[] => {
    const place = kindOf(manifest).replaceAll("/", "~1");
    const validate = ajv.getSchema(`published#/kinds/${place}`);
    validate?.(manifest);
    const { name } = manifest.metadata;
    if (validate === undefined) return [`${name} has no schema`];
    return validate.errors?.map((one) => `${name}${one.instancePath} ${one.message}`) ?? [];
  };
}

function withoutKeyword<Value>(value: Value, keyword: string): Value {
  return JSON.parse(JSON.stringify(value, (name, one) => (name === keyword ? undefined : one)));
}

/** Without `$patch: delete`, and what a patch sets to null. */
function withoutRemovals(patch: Manifest): Manifest {
  return JSON.parse(
    JSON.stringify(patch, (name, value) => (name === "$patch" || value === null ? undefined : value)),
  );
}
