import { listPeople, type PeopleFilter, type PersonRow } from "../../db/broadcasts/people.ts";
import type { Reader } from "../http/reading.ts";
import { type BrokeOff, fileResponse } from "../imports/file-response.ts";
import { csvLine, rawCsvLine } from "../imports/read/csv-line.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { PersonStatusSchema } from "./record.ts";

const PEOPLE_AT_ONCE = 1000;

export const PersonSchema = Type.Object(
  {
    contact_id: Type.String(),
    name: Nullable(Type.String()),
    phone_number: Nullable(Type.String()),
    status: PersonStatusSchema,
    reason: Nullable(
      Type.String({ description: "Why they were skipped, or the code of the error of their message" }),
    ),
    channel_id: Nullable(Type.String({ description: "The channel that wrote to them" })),
    message_id: Nullable(Type.String()),
    replied_at: Nullable(Type.String()),
    opted_out_at: Nullable(Type.String()),
    updated_at: Type.String(),
  },
  {
    title: "BroadcastPerson",
    examples: [
      {
        contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
        name: "Ada Byron",
        phone_number: "+14155550123",
        status: "failed",
        reason: "recipient_unreachable",
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
        replied_at: null,
        opted_out_at: null,
        updated_at: "2026-11-21T09:30:24.000Z",
      },
    ],
  },
);

/** Somebody of a broadcast as the API shows them. */
export function showPerson(row: PersonRow): Static<typeof PersonSchema> {
  return {
    ...row,
    replied_at: row.replied_at?.toISOString() ?? null,
    opted_out_at: row.opted_out_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  };
}

const COLUMNS = [
  ...["contact_id", "phone_number", "name", "status", "reason", "channel_id", "message_id"],
  ...["replied_at", "opted_out_at", "updated_at"],
] as const;

/** Streams the people of a broadcast as CSV; one page of them is in memory at a time. */
export function peopleAsCsv(
  readPage: Reader["readPage"],
  key: { organizationId: string; id: string },
  { raw = false, ...filter }: PeopleFilter & { raw?: boolean },
  brokeOff: BrokeOff,
): Promise<Response> {
  const texts = linesOf(readPage, key, filter, raw ? rawCsvLine : csvLine);
  return fileResponse({ name: key.id, format: "csv", texts }, brokeOff);
}

async function* linesOf(
  readPage: Reader["readPage"],
  key: { organizationId: string; id: string },
  filter: PeopleFilter,
  line: typeof csvLine,
): AsyncGenerator<string> {
  let heading = line([...COLUMNS]);
  for (let after: string | null = null; ; ) {
    const rows: PersonRow[] = await readPage((sql) => listPeople(sql, key, filter, after, PEOPLE_AT_ONCE));
    const text = heading + rows.map((row) => line(cellsOf(row))).join("");
    if (text !== "") yield text;
    heading = "";
    after = rows.at(-1)?.contact_id ?? null;
    if (rows.length < PEOPLE_AT_ONCE) return;
  }
}

function cellsOf(row: PersonRow): string[] {
  const shown = showPerson(row);
  return COLUMNS.map((name) => shown[name] ?? "");
}
