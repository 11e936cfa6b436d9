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
    description: "Its records stay. Sends `crm.list.entry_removed` for each.",
    errors: [404],
    responses: { 204: { description: "Deleted" } },
  }),
  entries: documented({
    tags,
    operation: "listEntries",
    summary: "List the records on a list",
    errors: [404],
    responses: { 200: { description: "Last added first", schema: listOf(EntrySchema) } },
  }),
  add: documented({
    tags,
    operation: "addEntries",
    summary: "Add records to a list",
    description:
      "Of any kind. Sends `crm.list.entry_added` for each new one. If one of the records does not exist, none is added.",
    errors: [404],
    responses: { 200: { description: "Those that are new on it", schema: AddedSchema } },
  }),
  take: documented({
    tags,
    operation: "removeEntry",
    summary: "Remove a record from a list",
    description: "Sends `crm.list.entry_removed`.",
    errors: [404],
    responses: { 204: { description: "Removed" } },
  }),
};
