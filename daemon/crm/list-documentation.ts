import { documented } from "../http/openapi/documentation.ts";
import { listOf } from "../http/paging.ts";
import { AddedSchema, EntrySchema } from "./list.ts";

/** The OpenAPI description of the operations on a list's entries. */
export const DOCUMENTED = {
  entries: documented({
    operation: "listEntries",
    summary: "List the records on a list",
    responses: { 200: { description: "Last added first", schema: listOf(EntrySchema) } },
  }),
  add: documented({
    operation: "addEntries",
    summary: "Add records to a list",
    description:
      "Of any kind. Sends `crm.list.entry_added` for each new one. If one of the records does not exist, none is added.",
    responses: { 200: { description: "Those that are new on it", schema: AddedSchema } },
  }),
  take: documented({
    operation: "removeEntry",
    summary: "Remove a record from a list",
    description: "Sends `crm.list.entry_removed`.",
    responses: { 204: { description: "Removed" } },
  }),
};
