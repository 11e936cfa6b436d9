/**
 * The five routes of a noun that an organisation has many of: list, create, get, change and delete. What they have in
 * common is here: pages, idempotency, 404, the documentation of each. A noun says its words, its schemas, who may do what,
 * and how it is stored.
 */
import { Elysia } from "elysia";
import type { Queryable } from "../../db/connection/client.ts";
import { type Static, type TObject, type TSchema, Type } from "../lib/typebox.ts";
import type { Caller, Needed } from "./caller.ts";
import { found, gone } from "./found.ts";
import { type Documented, documented } from "./openapi/documentation.ts";
import { type Cursors, type List, listOf, page } from "./paging.ts";
import type { Reading } from "./reading.ts";
import type { Http } from "./server.ts";

/** What the document says of an operation beside what all resources say. */
type More = Partial<Pick<Documented, "description" | "errors" | "wording">>;

export type Resource<
  Row,
  Query extends TObject,
  Shown extends TSchema,
  Body extends TObject,
  Changes extends TObject,
> = {
  /** `budget` and `budgets`: in the names of operations, and in refusals. */
  noun: string;
  nouns: string;
  may: { read: Needed; write: Needed };
  /** What a list takes, and in which order it comes. */
  query: Query;
  order: string;
  schema: Shown;
  body: Body;
  changes: Changes;
  says?: { list?: More; create?: More; update?: More; delete?: More };
  show(row: Row): Static<Shown>;
  list(caller: Caller, query: Static<Query>): Promise<List<Row, Static<Shown>>>;
  /** One that the caller may see. */
  find(caller: Caller, id: string): Promise<Row | null>;
  /** Throws 403 for who may see it, and not change it. */
  refuseOthers?(caller: Caller, row: NoInfer<Row>): void;
  /** Reads what is given, and returns how it is stored, once. Throws 403 and 422. */
  make(caller: Caller, body: Static<Body>): Promise<(sql: Queryable) => Promise<Row>>;
  /** Null when it is gone meanwhile. Throws 409 and 422. */
  change(caller: Caller, row: Row, changes: Static<Changes>): Promise<Row | null>;
  /** False when it is gone meanwhile. */
  remove(caller: Caller, row: Row): Promise<boolean>;
};

type Dependencies = { reading: Reading; cursors: Cursors };

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

export function resourceRoutes<
  const Path extends string,
  Row,
  Query extends TObject,
  Shown extends TSchema,
  Body extends TObject,
  Changes extends TObject,
>(
  http: Http,
  { reading, cursors }: Dependencies,
  prefix: Path,
  resource: Resource<Row, Query, Shown, Body, Changes>,
) {
  const { noun, may, show } = resource;
  const detail = detailsOf(resource);
  const mustFind = async (caller: Caller, id: string) => found(await resource.find(caller, id), noun);
  const mustOwn = async (caller: Caller, id: string) => {
    const row = await mustFind(caller, id);
    resource.refuseOthers?.(caller, row);
    return row;
  };
  return new Elysia({ prefix })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page(
          { reading: reading.of(caller), cursors },
          query,
          await resource.list(caller, query as Static<Query>),
        ),
      { permission: may.read, query: resource.query, detail: detail.list },
    )
    .post(
      "",
      async ({ caller, body, once }) => {
        const store = await resource.make(caller, body as Static<Body>);
        return await once(async (sql) => ({ status: 201, body: show(await store(sql)) }));
      },
      { permission: may.write, idempotent: true, body: resource.body, detail: detail.create },
    )
    .get("/:id", async ({ caller, params }) => show(await mustFind(caller, params.id)), {
      permission: may.read,
      params: Id,
      detail: detail.get,
    })
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        const row = await mustOwn(caller, params.id);
        return show(found(await resource.change(caller, row, body as Static<Changes>), noun));
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
}

type Words = Pick<
  Resource<never, TObject, TSchema, TObject, TObject>,
  "noun" | "nouns" | "order" | "schema" | "says"
>;

/** The documentation of the five. */
function detailsOf({ noun, nouns, order, schema, says = {} }: Words) {
  const one = { responses: { 200: { description: `The ${noun}`, schema } } };
  const listed = { responses: { 200: { description: order, schema: listOf(schema) } } };
  const gone = { responses: { 204: { description: "Deleted" } } };
  return {
    list: documented({ operation: `list${named(nouns)}`, summary: `List ${nouns}`, ...listed, ...says.list }),
    create: documented({
      operation: `create${named(noun)}`,
      summary: `Create a ${noun}`,
      creates: schema,
      ...says.create,
    }),
    get: documented({ operation: `get${named(noun)}`, summary: `Get a ${noun}`, ...one }),
    update: documented({
      operation: `update${named(noun)}`,
      summary: `Change a ${noun}`,
      ...one,
      ...says.update,
    }),
    delete: documented({
      operation: `delete${named(noun)}`,
      summary: `Delete a ${noun}`,
      ...gone,
      ...says.delete,
    }),
  };
}

/** `quick reply` → `QuickReply`. */
function named(words: string): string {
  return words.replace(/(?:^|\s)(\w)/g, (_, first: string) => first.toUpperCase());
}
