import { documented } from "../http/openapi/documentation.ts";
import type { ErrorText } from "../http/openapi/documented-errors.ts";
import { listOf } from "../http/paging.ts";
import { Type } from "../lib/typebox.ts";
import { DocumentedContactBody } from "./fields.ts";
import { ContactSchema, HistorySchema, IdentitySchema } from "./record.ts";

export const CONTACT_NOT_FOUND: Partial<ErrorText> = { detail: "contact not found" };
export const TO_BE_ERASED = {
  description: "It is to be erased",
  code: "erasure_open",
  detail: "this contact is to be erased with its messages; wait for that, or cancel it",
};
const CONFLICT: Partial<ErrorText> = {
  description: "The identifiers belong to different contacts",
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
    operation: "upsertContact",
    summary: "Create or change a contact",
    description:
      "Finds a contact by `external_source` with `external_id`, `phone_number`, `email`, `bsuid`, `parent_bsuid` or `lid`, and changes it, or creates one. At least one of them is required. Absent fields stay, null clears a field, `custom_fields` are merged by key. New identifiers are added: an earlier number still finds the contact.",
    wording: { 409: CONFLICT },
    body: { schema: DocumentedContactBody },
    responses: {
      201: { description: "Created", schema: ContactSchema },
      200: { description: "Changed, or unchanged", schema: ContactSchema },
    },
  }),
  list: documented({
    operation: "listContacts",
    summary: "List and search contacts",
    description: "A contact has to match all filters.",
    lists: ContactSchema,
  }),
  get: one(
    "getContact",
    "Get a contact",
    "The id of a merged contact returns the contact it became part of.",
  ),
  byPhone: one(
    "getContactByPhone",
    "Get a contact by its number",
    "With or without +, or as written in the organisation's country.",
  ),
  update: documented({
    operation: "updateContact",
    summary: "Change a contact",
    description:
      "Absent fields stay, null clears a field, `custom_fields` are merged by key. A number, an email address or an external id replaces the previous one, which then no longer finds the contact; a user id or user name is added.",
    wording: { 404: CONTACT_NOT_FOUND, 409: CONFLICT, 412: STALE },
    parameters: [ifMatch],
    body: {
      schema: Type.Omit(DocumentedContactBody, ["tags"]),
      examples: { fields: { name: "Ada King", email: null } },
    },
    shows: ContactSchema,
  }),
  remove: documented({
    operation: "deleteContact",
    summary: "Delete a contact",
    description:
      "Deletes its notes, tags, consents and suppressions too: to keep somebody suppressed, keep the contact. Its messages stay, without a contact.",
    wording: { 404: CONTACT_NOT_FOUND, 409: TO_BE_ERASED },
    responses: { 204: { description: "Deleted" } },
  }),
  lookup: documented({
    operation: "lookUpContact",
    summary: "Resolve a contact by identifiers",
    description:
      "Identifiers that match nothing are ignored; the others must match the same contact. `whatsapp` takes any WhatsApp address: a number, a JID, a LID or a user id.",
    wording: { 404: CONTACT_NOT_FOUND, 409: CONFLICT },
    shows: ContactSchema,
  }),
  merge: documented({
    operation: "mergeContacts",
    summary: "Merge another contact into this one",
    description:
      "Conversations, orders, identities, notes and tags move over. This contact keeps its own fields and takes those it lacks; of consents and suppressions, the stricter one stays. The other id then returns this contact.",
    wording: { 404: CONTACT_NOT_FOUND },
    shows: ContactSchema,
  }),
  identities: documented({
    operation: "listContactIdentities",
    summary: "List a contact's identities",
    wording: { 404: CONTACT_NOT_FOUND },
    responses: { 200: { description: "All of them, in one page", schema: listOf(IdentitySchema) } },
  }),
  history: documented({
    operation: "listContactHistory",
    summary: "List changes of a contact's identities",
    description: "Identities that were added or removed, and contacts that were merged into it.",
    wording: { 404: CONTACT_NOT_FOUND },
    lists: HistorySchema,
  }),
};

export const MergeBody = Type.Object(
  { contact_id: Type.String({ maxLength: 64, description: "The contact that becomes part of this one" }) },
  { examples: [{ contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8V" }] },
);
