import { Nullable, Type } from "../lib/typebox.ts";
import { Count, type EventKind, EXAMPLE_IDS, event, Id, ORGANIZATION, Time } from "./catalogue-kind.ts";

/** The record that an event is about. */
const RECORD = {
  object_kind: Type.String({ description: "Which kind of record: contact, company, deal or task" }),
  record_id: Id("The record"),
  display_name: Type.String({ description: "The record's name in lists" }),
  ...ORGANIZATION,
};
const { organization_id } = EXAMPLE_IDS;
const COMPANY = {
  object_kind: "company",
  record_id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8W",
  display_name: "Blue Door Café",
  organization_id,
};
const DEAL = {
  ...COMPANY,
  object_kind: "deal",
  record_id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X",
  display_name: "Twelve espresso machines",
};
const TASK = {
  ...COMPANY,
  object_kind: "task",
  record_id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8Y",
  display_name: "Call back",
};

const COMMENT = { comment_id: Id("The comment"), ...RECORD };
const COMMENT_EXAMPLE = { comment_id: "cmt_01JDB2M5S8V0ZC3K7Q2M4N6P8Z", ...COMPANY };
const ENTRY = {
  list_id: Id("The list"),
  list_name: Nullable(Type.String({ description: "Its name; null if it was deleted" })),
  ...RECORD,
};
const ENTRY_EXAMPLE = { list_id: "lst_01JDB2M5S8V0ZC3K7Q2M4N6P90", list_name: "Wholesale", ...COMPANY };
const RELATIONSHIP = {
  relationship_id: Id("The relationship"),
  type: Type.String({ description: "The relation to the other record, such as works_at" }),
  ...RECORD,
  related_object_kind: Type.String({ description: "Which kind of record the other is" }),
  related_record_id: Id("The other record"),
};
const RELATIONSHIP_EXAMPLE = {
  relationship_id: "rel_01JDB2M5S8V0ZC3K7Q2M4N6P91",
  type: "belongs_to",
  ...DEAL,
  related_object_kind: COMPANY.object_kind,
  related_record_id: COMPANY.record_id,
};

const IMPORT = {
  import_id: Id("The import"),
  object_kind: Type.String({ description: "The kind of records it imports" }),
  status: Type.String({ description: "Whether it is running, or how it ended" }),
  dry_run: Type.Boolean({ description: "Whether it only counts, and changes nothing" }),
  bytes: Count("The size of the file"),
  bytes_done: Count("How much of it was read"),
  records: Count("Records read"),
  created: Count("Contacts created"),
  updated: Count("Contacts changed"),
  unchanged: Count("Contacts that needed no change"),
  duplicates: Count("Repeated records of contacts earlier in the file"),
  refused: Count("Records that were refused"),
  error: Nullable(Type.String({ description: "Why it failed" })),
  ...ORGANIZATION,
};
const IMPORT_EXAMPLE = {
  import_id: "imp_01JDB2M5S8V0ZC3K7Q2M4N6P93",
  object_kind: "contact",
  status: "running",
  dry_run: false,
  bytes: 51_200,
  bytes_done: 25_600,
  records: 500,
  created: 470,
  updated: 22,
  unchanged: 3,
  duplicates: 1,
  refused: 4,
  error: null,
  organization_id,
};

/** Events about CRM records. */
export const CRM_EVENTS = {
  "crm.record.created": event("A CRM record was created.", RECORD, COMPANY),
  "crm.record.updated": event("A CRM record changed.", RECORD, COMPANY),
  "crm.record.deleted": event(
    "A CRM record was deleted, or merged into another.",
    {
      ...RECORD,
      merged_into: Type.Optional(Id("The contact that it was merged into, which its id now returns")),
    },
    COMPANY,
  ),
  "crm.deal.stage_changed": event(
    "A deal moved to another stage of its pipeline.",
    {
      ...RECORD,
      pipeline_id: Nullable(Id("The pipeline")),
      stage: Nullable(Type.String({ description: "Where the deal is now" })),
      previous_stage: Nullable(Type.String({ description: "Where it was" })),
    },
    {
      ...DEAL,
      pipeline_id: "pip_01JDB2M5S8V0ZC3K7Q2M4N6P92",
      stage: "won",
      previous_stage: "negotiation",
    },
  ),
  "crm.task.completed": event(
    "A task was completed.",
    { ...RECORD, completed_at: Time },
    { ...TASK, completed_at: "2026-11-21T09:30:00.000Z" },
  ),
  "crm.comment.created": event("A comment was written on a record.", COMMENT, COMMENT_EXAMPLE),
  "crm.comment.deleted": event("A comment on a record was deleted.", COMMENT, COMMENT_EXAMPLE),
  "crm.list.entry_added": event("A record was added to a list.", ENTRY, ENTRY_EXAMPLE),
  "crm.list.entry_removed": event("A record was removed from a list.", ENTRY, ENTRY_EXAMPLE),
  "crm.relationship.linked": event("Two records were linked.", RELATIONSHIP, RELATIONSHIP_EXAMPLE),
  "crm.relationship.unlinked": event("Two records are no longer linked.", RELATIONSHIP, RELATIONSHIP_EXAMPLE),
  "crm.import.progressed": event(
    "An import made progress: sent when it starts, then every five seconds.",
    IMPORT,
    IMPORT_EXAMPLE,
  ),
  "crm.import.committed": event("An import ended.", IMPORT, {
    ...IMPORT_EXAMPLE,
    status: "completed",
    bytes_done: 51_200,
    records: 1000,
    created: 940,
    updated: 47,
    refused: 9,
  }),
} satisfies Record<string, EventKind>;
