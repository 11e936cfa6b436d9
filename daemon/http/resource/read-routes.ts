import { Elysia } from "elysia";
import { type Static, type TObject, type TSchema, Type } from "../../lib/typebox.ts";
import type { Caller, Needed } from "../caller.ts";
import { found } from "../found.ts";
import { type Documented, documented } from "../openapi/documentation.ts";
import { type Cursors, type List, listOf, page } from "../paging.ts";
import type { Reading } from "../reading.ts";
import type { Http } from "../server.ts";
import { inNames, one } from "./words.ts";

/** What the document says of an operation in other words than of all resources, or beside them. */
export type Says = Partial<Pick<Documented, "summary" | "description" | "errors" | "wording">>;

/** A noun that is listed and read one by one. */
export type Read<Row, Query extends TObject, Shown extends TSchema> = {
  /** `budget` and `budgets`: in the names of operations, and in refusals. */
  noun: string;
  nouns: string;
  may: { read: Needed };
  /** What a list takes, and in which order it comes: newest first, unless it says otherwise. */
  query: Query;
  order?: string;
  schema: Shown;
  says?: { list?: Says; get?: Says };
  show(row: Row): Static<Shown> | Promise<Static<Shown>>;
  list(caller: Caller, query: Static<Query>): Promise<Listed<Row, Static<Shown>>>;
  /** One that the caller may see. */
  find(caller: Caller, id: string): Promise<Row | null>;
};

/** The rows of a list, shown like one of them and placed by their ids, unless it says otherwise. */
type Listed<Row, Item> = Pick<List<Row, Item>, "read"> & Partial<List<Row, Item>>;

export type ReadDependencies = { reading: Reading; cursors: Cursors };

export const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** The routes that list a noun, and get one. */
export function readRoutes<
  const Path extends string,
  Row extends { id: string },
  Query extends TObject,
  Shown extends TSchema,
>(http: Http, { reading, cursors }: ReadDependencies, prefix: Path, resource: Read<Row, Query, Shown>) {
  const { noun, may, show } = resource;
  const detail = detailsOf(resource);
  return new Elysia({ prefix })
    .use(http)
    .get(
      "",
      async ({ caller, query }) => {
        const list = await resource.list(caller, query as Static<Query>);
        return await page({ reading: reading.of(caller), cursors }, query, {
          ...{ show, position: ({ id }: Row) => id },
          ...list,
        });
      },
      { permission: may.read, query: resource.query, detail: detail.list },
    )
    .get(
      "/:id",
      async ({ caller, params }) => await show(found(await resource.find(caller, params.id), noun)),
      { permission: may.read, params: Id, detail: detail.get },
    );
}

type Words = Pick<Read<never, TObject, TSchema>, "noun" | "nouns" | "order" | "schema" | "says">;

function detailsOf({ noun, nouns, order = "Newest first", schema, says = {} }: Words) {
  return {
    list: documented({
      ...{ operation: `list${inNames(nouns)}`, summary: `List ${nouns}` },
      responses: { 200: { description: order, schema: listOf(schema) } },
      ...says.list,
    }),
    get: documented({
      ...{ operation: `get${inNames(noun)}`, summary: `Get ${one(noun)}` },
      responses: { 200: { description: `The ${noun}`, schema } },
      ...says.get,
    }),
  };
}
