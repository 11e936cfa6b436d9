import { Type } from "@sinclair/typebox";
import { documented } from "../http/openapi/documentation.ts";
import type { ErrorText } from "../http/openapi/documented-errors.ts";
import { listOf } from "../http/paging.ts";
import { DocumentedContactBody } from "./fields.ts";
import { ContactSchema, HistorySchema, IdentitySchema } from "./record.ts";

const tags = ["Contacts"];

export const CONTACT_NOT_FOUND: Partial<ErrorText> = { detail: "contact not found" };
const CONFLICT: Partial<ErrorText> = {
  description: "The identifiers are those of different contacts",
  detail: "contact identifiers resolve to different contacts",
};
const STALE: Partial<ErrorText> = {
  title: "Precondition Failed",
  description: "Not at the version that `If-Match` names",
  code: "precondition_failed",
  detail: "the contact has changed since; read it again",
};
const ifMatch = {
  name: "If-Match",
  in: "header" as const,
  schema: { type: "string" as const },
  description: "The `ETag` that the contact must still have",
};

const one = (operation: string, summary: string, description?: string) =>
  documented({
    tags,
    operation,
    summary,
    ...(description === undefined ? {} : { description }),
    errors: [404],
    wording: { 404: CONTACT_NOT_FOUND },
    responses: { 200: { description: "The contact", schema: ContactSchema } },
  });

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  upsert: documented({
    tags,
    operation: "upsertContact",
    summary: "Create or change a contact",
    description:
      "The first of `external_source` with `external_id`, `phone_number` and `email` that finds a contact changes it; otherwise one is made. At least one of them is required. Absent fields stay, null empties, `custom_fields` are merged by key. What is given is added to what the contact is known by: an earlier number still finds it.",
    errors: [409],
    wording: { 409: CONFLICT },
    body: { schema: DocumentedContactBody },
    responses: {
      201: { description: "Created", schema: ContactSchema },
      200: { description: "Changed, or as it was", schema: ContactSchema },
    },
  }),
  list: documented({
    tags,
    operation: "listContacts",
    summary: "List and search contacts",
    description: "Filters narrow each other.",
    responses: { 200: { description: "Newest first", schema: listOf(ContactSchema) } },
  }),
  get: one(
    "getContact",
    "Get a contact",
    "The id of a contact that was merged answers with the one it is now.",
  ),
  byPhone: one(
    "getContactByPhone",
    "Get a contact by its number",
    "With or without +, or as it is written in the organisation's country.",
  ),
  update: documented({
    tags,
    operation: "updateContact",
    summary: "Change a contact",
    description:
      "Absent fields stay, null empties, `custom_fields` are merged by key. A number, an e-mail address or an external id takes the place of the one there was, which finds the contact no longer.",
    errors: [404, 409, 412],
    wording: { 404: CONTACT_NOT_FOUND, 409: CONFLICT, 412: STALE },
    parameters: [ifMatch],
    body: {
      schema: Type.Omit(DocumentedContactBody, ["tags"]),
      examples: { fields: { name: "Ada King", email: null } },
    },
    responses: { 200: { description: "The contact", schema: ContactSchema } },
  }),
  remove: documented({
    tags,
    operation: "deleteContact",
    summary: "Delete a contact",
    description:
      "With its notes, tags, consents and suppressions: to keep somebody suppressed, keep the contact. Its messages stay, and are nobody's.",
    errors: [404],
    wording: { 404: CONTACT_NOT_FOUND },
    responses: { 204: { description: "Deleted" } },
  }),
  lookup: documented({
    tags,
    operation: "lookUpContact",
    summary: "Resolve a contact by identifiers",
    description:
      "Identifiers that find nothing say nothing; those that find something must find the same contact. `whatsapp` takes any address of WhatsApp's: a number, a JID, a LID, a user id.",
    errors: [404, 409],
    wording: { 404: CONTACT_NOT_FOUND, 409: CONFLICT },
    responses: { 200: { description: "The contact", schema: ContactSchema } },
  }),
  merge: documented({
    tags,
    operation: "mergeContacts",
    summary: "Make another contact part of this one",
    description:
      "Conversations, orders, identities, notes and tags come over; this contact keeps its own fields and takes those it lacks; of consents and suppressions the stricter one stays. The other's id answers with this contact from then on.",
    errors: [404],
    wording: { 404: CONTACT_NOT_FOUND },
    responses: { 200: { description: "The contact", schema: ContactSchema } },
  }),
  identities: documented({
    tags,
    operation: "listContactIdentities",
    summary: "List what a contact is known by",
    errors: [404],
    wording: { 404: CONTACT_NOT_FOUND },
    responses: { 200: { description: "All of them, in one page", schema: listOf(IdentitySchema) } },
  }),
  history: documented({
    tags,
    operation: "listContactHistory",
    summary: "List how a contact's identities changed",
    description: "Identities that came and went after it was made, and contacts that became part of it.",
    errors: [404],
    wording: { 404: CONTACT_NOT_FOUND },
    responses: { 200: { description: "Newest first", schema: listOf(HistorySchema) } },
  }),
};

export const MergeBody = Type.Object(
  { contact_id: Type.String({ maxLength: 64, description: "The contact that becomes part of this one" }) },
  { examples: [{ contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8V" }] },
);
