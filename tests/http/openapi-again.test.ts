/** The OpenAPI document is the same whichever requests came before it. */

import { expect, test } from "bun:test";
import { isObject } from "../../daemon/lib/objects.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { ApiDocument, Operation } from "./openapi-document.ts";

test("the document of a daemon that starts after every route was used is that of the first", async () => {
  const first = await startTestDaemon();
  const before = await documentOf(first);
  await useEveryRoute(first, before);
  await first.stop();
  const second = await startTestDaemon();
  const after = await documentOf(second);
  await second.stop();
  expect(differences(before, after)).toEqual([]);
  // members that a schema does not name are left out silently
  expect(Object.entries(after.paths).filter(([, methods]) => Object.values(methods).some(isClosed))).toEqual(
    [],
  );
});

async function documentOf({ url }: TestDaemon): Promise<ApiDocument> {
  const answer = await fetch(`${url}/openapi.json`);
  return (await answer.json()) as ApiDocument;
}

/** Without a key: a route's validator is made at its first request, with or without a key. */
async function useEveryRoute({ url }: TestDaemon, { paths }: ApiDocument): Promise<void> {
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const body = method === "get" ? {} : { body: "{}", headers: { "content-type": "application/json" } };
      const answer = await fetch(`${url}${path.replaceAll(/\{\w+\}/g, "x")}`, {
        method: method.toUpperCase(),
        ...body,
      });
      await answer.body?.cancel();
    }
  }
}

/** Where two documents differ. */
function differences(one: unknown, other: unknown, place = ""): string[] {
  if (!isObject(one) || !isObject(other)) return Bun.deepEquals(one, other) ? [] : [place];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], `${place}/${name}`));
}

function isClosed({ requestBody }: Operation): boolean {
  const schema = requestBody?.content?.["application/json"]?.schema;
  return isObject(schema) && schema.additionalProperties === false;
}
