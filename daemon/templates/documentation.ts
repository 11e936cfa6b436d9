import { documented } from "../http/openapi/documentation.ts";
import { Type } from "../lib/typebox.ts";
import { SyncSchema, TemplateSchema } from "./template.ts";

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
  list: documented({ operation: "listTemplates", summary: "List templates", lists: TemplateSchema }),
  create: documented({
    operation: "createTemplate",
    summary: "Create a template",
    wording: { 409: EXISTS },
    description:
      "A template is a draft until it is submitted. A template that Meta would refuse is refused here.",
    creates: TemplateSchema,
  }),
  get: documented({ operation: "getTemplate", summary: "Get a template", shows: TemplateSchema }),
  update: documented({
    operation: "updateTemplate",
    summary: "Change a template",
    errors: [409],
    description:
      "A draft is changed in place. Changes to a submitted template become its `draft`; the approved version stays in use until they are submitted and approved.",
    shows: TemplateSchema,
  }),
  remove: documented({
    operation: "deleteTemplate",
    summary: "Delete a template",
    description: "Deletes this language of the template, here and at Meta. Meta blocks the name for 30 days.",
    responses: { 204: { description: "Deleted" } },
  }),
  submit: documented({
    operation: "submitTemplate",
    summary: "Submit a template for approval",
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
    operation: "getTemplateSync",
    summary: "Get a sync",
    responses: { 200: { description: "The sync", schema: SyncSchema } },
  }),
};
