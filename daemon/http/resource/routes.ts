/**
 * The five routes of a noun that an organisation has many of: list, create, get, change and delete. What they have in
 * common is here: pages, idempotency, 404, the documentation of each. A noun says its words, its schemas, who may do what,
 * and how it is stored. docs/contributing/add-a-resource.md goes through one.
 */
import { Elysia } from "elysia";
import type { Queryable } from "../../../db/connection/client.ts";
import type { Static, TObject, TSchema } from "../../lib/typebox.ts";
import type { Caller, Needed } from "../caller.ts";
import { found, gone } from "../found.ts";
import { documented } from "../openapi/documentation.ts";
import type { Http } from "../server.ts";
import { Id, type Read, type ReadDependencies, readRoutes, type Says } from "./read-routes.ts";
import { inNames, one } from "./words.ts";

export type Resource<
  Row,
  Query extends TObject,
  Shown extends TSchema,
  Body extends TObject,
  Changes extends TObject,
> = Read<Row, Query, Shown> & {
  may: { write: Needed };
  body: Body;
  changes: Changes;
  says?: { create?: Says; update?: Says; delete?: Says };
  /** Throws 403 for who may see it, and not change it. */
  refuseOthers?(caller: Caller, row: NoInfer<Row>): void;
  /** Reads what is given, and returns how it is stored, once. Throws 403 and 422. */
  make(caller: Caller, body: Static<Body>): Promise<(sql: Queryable) => Promise<Row>>;
  /** Null when it is gone meanwhile. Throws 409 and 422. */
  change(caller: Caller, row: Row, changes: Static<Changes>): Promise<Row | null>;
  /** False when it is gone meanwhile. */
  remove(caller: Caller, row: Row): Promise<boolean>;
};

export function resourceRoutes<
  const Path extends string,
  Row extends { id: string },
  Query extends TObject,
  Shown extends TSchema,
  Body extends TObject,
  Changes extends TObject,
>(
  http: Http,
  dependencies: ReadDependencies,
  prefix: Path,
  resource: Resource<Row, Query, Shown, Body, Changes>,
) {
  const { noun, may, show } = resource;
  const detail = detailsOf(resource);
  const mustOwn = async (caller: Caller, id: string) => {
    const row = found(await resource.find(caller, id), noun);
    resource.refuseOthers?.(caller, row);
    return row;
  };
  const writes = new Elysia({ prefix })
    .use(http)
    .post(
      "",
      async ({ caller, body, once }) => {
        const store = await resource.make(caller, body as Static<Body>);
        return await once(async (sql) => ({ status: 201, body: await show(await store(sql)) }));
      },
      { permission: may.write, idempotent: true, body: resource.body, detail: detail.create },
    )
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        const row = await mustOwn(caller, params.id);
        return await show(found(await resource.change(caller, row, body as Static<Changes>), noun));
      },
      { permission: may.write, params: Id, body: resource.changes, detail: detail.update },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        const row = await mustOwn(caller, params.id);
        gone(set, await resource.remove(caller, row), noun);
      },
      { permission: may.write, params: Id, detail: detail.delete },
    );
  return new Elysia().use(readRoutes(http, dependencies, prefix, resource)).use(writes);
}

type Words = Pick<Resource<never, TObject, TSchema, TObject, TObject>, "noun" | "schema" | "says">;

function detailsOf({ noun, schema, says = {} }: Words) {
  const shows = { responses: { 200: { description: `The ${noun}`, schema } } };
  return {
    create: documented({
      ...{ operation: `create${inNames(noun)}`, summary: `Create ${one(noun)}` },
      ...{ creates: schema, ...says.create },
    }),
    update: documented({
      ...{ operation: `update${inNames(noun)}`, summary: `Change ${one(noun)}` },
      ...{ ...shows, ...says.update },
    }),
    delete: documented({
      ...{ operation: `delete${inNames(noun)}`, summary: `Delete ${one(noun)}` },
      ...{ responses: { 204: { description: "Deleted" } }, ...says.delete },
    }),
  };
}
