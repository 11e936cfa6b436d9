import { documented } from "../http/openapi/documentation.ts";
import { ifMatchHeader, STALE } from "./etag.ts";
import { RecordSchema } from "./record.ts";

const IS_CONTACT = {
  description: "The record is a contact",
  code: "record_is_contact",
  detail: "a contact is changed and deleted under /v1/contacts/ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
};

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  list: documented({
    operation: "listRecords",
    summary: "List records of one kind",
    description: "Contacts are records of kind `contact`: the same as under `/v1/contacts`.",
    lists: RecordSchema,
  }),
  create: documented({
    operation: "createRecord",
    summary: "Create a company, a deal or a task",
    description: "Sends `crm.record.created`. Create contacts with `POST /v1/contacts`.",
    creates: RecordSchema,
  }),
  get: documented({
    operation: "getRecord",
    summary: "Get a record",
    description: "Of any kind, with its version as `ETag`.",
    responses: { 200: { description: "The record", schema: RecordSchema } },
  }),
  update: documented({
    operation: "updateRecord",
    summary: "Change a record",
    description:
      "Sends `crm.record.updated`; also `crm.deal.stage_changed` if a deal moves to another stage, and `crm.task.completed` if a task is completed.",
    wording: { 409: IS_CONTACT, 412: STALE },
    parameters: [ifMatchHeader],
    responses: { 200: { description: "The record", schema: RecordSchema } },
  }),
  remove: documented({
    operation: "deleteRecord",
    summary: "Delete a record",
    description: "Also deletes its comments, list entries and relationships. Sends `crm.record.deleted`.",
    wording: { 409: IS_CONTACT },
    responses: { 204: { description: "Deleted" } },
  }),
};
