import { type EntryRow, type ListRow, MOST_COUNTED } from "../../db/crm/lists.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { RecordKindSchema } from "./record.ts";

export const ListSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    entries: Type.Integer({ description: `Records on it, counted up to ${MOST_COUNTED}` }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "RecordList",
    examples: [
      {
        id: "lst_01JDB2M5S8V0ZC3K7Q2M4N6P90",
        name: "Wholesale",
        entries: 42,
        created_at: "2026-11-21T09:30:00.000Z",
        updated_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

export const EntrySchema = Type.Object(
  {
    record_id: Type.String(),
    kind: RecordKindSchema,
    display_name: Type.String(),
    added_at: Type.String(),
  },
  {
    title: "ListEntry",
    examples: [
      {
        record_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
        kind: "contact",
        display_name: "Ada",
        added_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

export const AddedSchema = Type.Object({
  added: Type.Array(Type.String(), {
    description: "Those that are new on it",
    examples: [["ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T"]],
  }),
});

export const ListBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }) },
  { examples: [{ name: "Wholesale" }] },
);

export const EntriesBody = Type.Object(
  { record_ids: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1000 }) },
  { examples: [{ record_ids: ["ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T"] }] },
);

/** A list as the API shows it. */
export function showList(row: ListRow): Static<typeof ListSchema> {
  return {
    ...{ id: row.id, name: row.name, entries: row.entries },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** An entry as the API shows it. */
export function showEntry({ record_id, kind, display_name, added_at }: EntryRow): Static<typeof EntrySchema> {
  return { record_id, kind, display_name, added_at: added_at.toISOString() };
}
