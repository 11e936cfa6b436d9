import { documented } from "../http/openapi/documentation.ts";
import { listOf } from "../http/paging.ts";
import { AddedSchema, EntrySchema, ListSchema } from "./list.ts";

const tags = ["CRM"];

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  list: documented({
    tags,
    operation: "listLists",
    summary: "List the lists of records",
    responses: { 200: { description: "Newest first", schema: listOf(ListSchema) } },
  }),
  create: documented({
    tags,
    operation: "createList",
    summary: "Create a list",
    responses: { 201: { description: "Created", schema: ListSchema } },
  }),
  get: documented({
    tags,
    operation: "getList",
    summary: "Get a list",
    errors: [404],
    responses: { 200: { description: "The list", schema: ListSchema } },
  }),
  update: documented({
    tags,
    operation: "updateList",
    summary: "Rename a list",
    errors: [404],
    responses: { 200: { description: "The list", schema: ListSchema } },
  }),
  remove: documented({
    tags,
    operation: "deleteList",
    summary: "Delete a list",
    description: "Its records stay; that each is off it is told by `crm.list.entry_removed`.",
    errors: [404],
    responses: { 204: { description: "Deleted" } },
  }),
  entries: documented({
    tags,
    operation: "listEntries",
    summary: "List the records on a list",
    errors: [404],
    responses: { 200: { description: "The one put on it last first", schema: listOf(EntrySchema) } },
  }),
  add: documented({
    tags,
    operation: "addEntries",
    summary: "Put records on a list",
    description:
      "Of any kind. Each that was not on it is told by `crm.list.entry_added`. None is put on it when one does not exist.",
    errors: [404],
    responses: { 200: { description: "Those that were not on it", schema: AddedSchema } },
  }),
  take: documented({
    tags,
    operation: "removeEntry",
    summary: "Take a record off a list",
    description: "Told by `crm.list.entry_removed`.",
    errors: [404],
    responses: { 204: { description: "It is off" } },
  }),
};
