import { documented } from "../http/openapi/documentation.ts";
import { listOf } from "../http/paging.ts";
import { Type } from "../lib/typebox.ts";
import { SyncSchema, TemplateSchema } from "./template.ts";

const tags = ["Templates"];

const IN_REVIEW = {
  description: "In review, or nothing to submit",
  code: "template_in_review",
  detail: "the template is in review; wait for its decision",
};
const EXISTS = {
  description: "The account has a template of this name and language",
  code: "template_exists",
  detail: "the account has a template order_ready in en_US",
};

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  list: documented({
    tags,
    operation: "listTemplates",
    summary: "List templates",
    responses: { 200: { description: "Newest first", schema: listOf(TemplateSchema) } },
  }),
  create: documented({
    tags,
    operation: "createTemplate",
    summary: "Create a template",
    errors: [409],
    wording: { 409: EXISTS },
    description:
      "A template is a draft until it is submitted. A template that Meta would refuse is refused here.",
    responses: { 201: { description: "Created", schema: TemplateSchema } },
  }),
  get: documented({
    tags,
    operation: "getTemplate",
    summary: "Get a template",
    errors: [404],
    responses: { 200: { description: "The template", schema: TemplateSchema } },
  }),
  update: documented({
    tags,
    operation: "updateTemplate",
    summary: "Change a template",
    errors: [404, 409],
    description:
      "A draft is changed in place. Changes to a submitted template become its `draft`; the approved version stays in use until they are submitted and approved.",
    responses: { 200: { description: "The template", schema: TemplateSchema } },
  }),
  remove: documented({
    tags,
    operation: "deleteTemplate",
    summary: "Delete a template",
    errors: [404, 429],
    description: "Deletes this language of the template, here and at Meta. Meta blocks the name for 30 days.",
    responses: { 204: { description: "Deleted" } },
  }),
  submit: documented({
    tags,
    operation: "submitTemplate",
    summary: "Submit a template for approval",
    errors: [404, 409, 422, 429],
    wording: {
      409: IN_REVIEW,
      422: {
        description: "Meta refused it, for the reason that `detail` says",
        code: "invalid_template",
        detail: "Invalid parameter: Variables can't be at the start or end of the template.",
        errors: [],
      },
    },
    description: "Meta's decision arrives later, with the event `template.status_update`.",
    responses: { 202: { description: "In review", schema: TemplateSchema } },
  }),
  sync: documented({
    tags,
    operation: "syncTemplates",
    summary: "Sync templates from Meta",
    description: "Reads all templates of the channel's account, or of all accounts, in the background.",
    responses: {
      202: {
        description: "Started; follow it with `GET /v1/templates/sync/{id}`",
        schema: Type.Object({ id: Type.String() }, { examples: [{ id: "syn_01JDB2M5S8V0ZC3K7Q2M4N6P8X" }] }),
      },
    },
  }),
  getSync: documented({
    tags,
    operation: "getTemplateSync",
    summary: "Get a sync",
    errors: [404],
    responses: { 200: { description: "The sync", schema: SyncSchema } },
  }),
};
