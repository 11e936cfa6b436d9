/** All that is kept of a person, read a page at a time for as long as somebody takes it. */

import { BEFORE_MESSAGES, conversationsOf, lookAtMessages } from "../../db/archives/messages.ts";
import { type Person, readSection, type SectionName } from "../../db/archives/sections.ts";
import type { Sql } from "../../db/connection/client.ts";
import { findMediaByIds, type MediaRow } from "../../db/media/media.ts";
import { findMessages } from "../../db/messages/messages.ts";
import type { Reader } from "../http/reading.ts";
import type { MessageRecord } from "../messages/record.ts";
import { type ShowDependencies, showMessages } from "../messages/show-messages.ts";

const ROWS = 500;
const MESSAGES = 200;
const FILE_ID = /med_[0-9A-Z]{26}/g;

/** A file of a message, with its bytes in the store, and its name in the archive. */
export type KnownFile = { row: MediaRow; name: string };

/** A message of the person, and its files. */
export type KnownMessage = { message: MessageRecord; files: KnownFile[] };

/** What reads the parts of one person's archive, in any order and as often as is asked. */
export type Known = {
  rows(section: SectionName): AsyncGenerator<Record<string, unknown>>;
  /** By conversation, the oldest first; of groups only what the person wrote themselves. */
  messages(): AsyncGenerator<KnownMessage>;
};

/** What reads a page at a time, of lists that are as long as they are; see Reader. */
export type PageReader = Pick<Reader, "readPage">;

/** What is kept of a contact of the organisation, who is found by `person`. */
export function knownOf(reader: PageReader, dependencies: ShowDependencies, of: Of): Known {
  return {
    rows: (section) => rowsOf(reader, section, of),
    messages: () => messagesOf(reader, dependencies, of),
  };
}

type Of = { organizationId: string; person: Person };

async function* rowsOf(reader: PageReader, section: SectionName, of: Of) {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const place: string = after;
    const rows = await reader.readPage((sql) => readSection(sql, section, of, { after: place, most: ROWS }));
    for (const { place: _, ...row } of rows) yield row;
    after = rows.length < ROWS ? undefined : rows.at(-1)?.place;
  }
}

async function* messagesOf(
  reader: PageReader,
  dependencies: ShowDependencies,
  { organizationId, person }: Of,
) {
  const talks = await reader.readPage((sql) => conversationsOf(sql, organizationId, person));
  for (const talk of talks) {
    for (let after: string | null = BEFORE_MESSAGES; after !== null; ) {
      const place: string = after;
      const { known, next } = await reader.readPage(async (sql) => {
        const look = await lookAtMessages(sql, talk, person, { after: place, most: MESSAGES });
        return { known: await shownOf(sql, dependencies, organizationId, look.ids), next: look.next };
      });
      yield* known;
      after = next;
    }
  }
}

async function shownOf(
  sql: Sql,
  dependencies: ShowDependencies,
  organizationId: string,
  ids: readonly string[],
): Promise<KnownMessage[]> {
  // by far most of what is looked at in groups is by others
  if (ids.length === 0) return [];
  const rows = await findMessages(sql, organizationId, ids);
  const shown = await showMessages(
    sql,
    dependencies,
    rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const files = await findMediaByIds(sql, organizationId, [...new Set(shown.flatMap(fileIdsOf))]);
  const stored = new Map(files.filter(isThere).map((row) => [row.id, { row, name: nameOf(row) }]));
  return shown.map((message) => ({
    message,
    files: fileIdsOf(message)
      .flatMap((id) => stored.get(id) ?? [])
      .filter(({ row }) => isOf(row, message)),
  }));
}

/** Whoever writes the id of a file did not send it: what came has its message. */
function isOf({ message_id }: MediaRow, { id, direction }: MessageRecord): boolean {
  return direction === "outbound" || message_id === id;
}

function fileIdsOf({ content, edits }: MessageRecord): string[] {
  return [...new Set(JSON.stringify([content, edits]).match(FILE_ID))];
}

function isThere({ status }: MediaRow): boolean {
  return status === "stored";
}

/** Where a file is in the archive: nothing of its own name but the extension, which any system takes. */
function nameOf({ id, file_name, mime_type }: MediaRow): string {
  const said =
    /\.([0-9A-Za-z]{1,8})$/.exec(file_name ?? "") ?? /\/([0-9a-z]{1,5})(?:;|$)/.exec(mime_type ?? "");
  return `files/${id}.${said?.[1]?.toLowerCase() ?? "bin"}`;
}
