/** Shapes that generators of clients make no code of that can be compiled: the document has none of them. */
import { expect, test } from "bun:test";
import { isObject } from "../../daemon/lib/objects.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import type { ApiDocument } from "./openapi-document.ts";

const waypost = sharedDaemon();

const isNull = (schema: unknown) => isObject(schema) && schema.type === "null";
const hasType = (schemas: unknown[], type: string) =>
  schemas.some((schema) => isObject(schema) && schema.type === type);

/** Where a schema is one of these shapes. */
function complaints(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => complaints(item, `${path}/${index}`));
  if (!isObject(value)) return [];
  const { anyOf, ...rest } = value;
  const found: string[] = isNull(value) ? [`${path} is nothing but null`] : [];
  const branches = Array.isArray(anyOf) ? anyOf : [];
  if (hasType(branches, "array") && branches.length > 1 && !branches.some(isNull))
    found.push(`${path} is a list or something else`);
  if (path.startsWith("/webhooks") && branches.some(isNull)) found.push(`${path} names a schema or null`);
  if (path.endsWith("/application~1json/schema") && branches.length + Number("oneOf" in rest) > 0)
    found.push(`${path} is a union without a name`);
  const inner = branches.filter((branch) => !isNull(branch));
  const members = Object.entries(rest).filter(([name]) => !/^(examples?|const|enum|default)$/.test(name));
  return [
    ...found,
    ...complaints(inner, `${path}/anyOf`),
    ...members.flatMap(([name, item]) => complaints(item, `${path}/${name.replaceAll("/", "~1")}`)),
  ];
}

/** Generators take the first schema of an operation's successes for all of them. */
test("whatever an operation answers with success has one schema", async () => {
  const document: ApiDocument = (await waypost.call("GET", "/openapi.json")).body;
  const several = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => {
      const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
      const schemas = answers.map(([, { content }]) => JSON.stringify(content?.["application/json"]?.schema));
      return new Set(schemas.filter((one) => one !== undefined)).size > 1 ? [`${method} ${path}`] : [];
    }),
  );
  expect(several).toEqual([]);
});

test("every schema is of a shape that typed languages have", async () => {
  const document = (await waypost.call("GET", "/openapi.json")).body;
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(["SendMessage", "CreateBroadcast", "UpdateBroadcast", "TemplateComponent"]),
  );
  expect(complaints(document, "")).toEqual([]);
});
