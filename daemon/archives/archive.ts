/** The files of a person's archive. */

import { findPerson, type Person } from "../../db/archives/sections.ts";
import type { Sql } from "../../db/connection/client.ts";
import { findPicture } from "../../db/contacts/pictures.ts";
import type { Reader } from "../http/reading.ts";
import { type MediaStore, mediaKey } from "../media/stores/store.ts";
import type { ShowDependencies } from "../messages/show-messages.ts";
import { type Known, knownOf, type PageReader } from "./known.ts";
import { jsonOf } from "./machine.ts";
import { pageOf } from "./readable.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

export type ArchiveDependencies = ShowDependencies & { sql: Sql; media: Pick<MediaStore, "open"> };

type Key = { organizationId: string; contactId: string };

/** A ZIP archive of all that is kept of a contact of the organisation, made as it is read; see zipOf. */
export async function archiveOf(
  reader: Reader,
  dependencies: ArchiveDependencies,
  key: Key,
  brokeOff: (cause: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  // not where is only read: it takes random ids, too
  const person = await findPerson(dependencies.sql, key.organizationId, key.contactId);
  const entriesUntil = (gone: AbortSignal) =>
    entriesOf(readerUntil(gone, reader), dependencies, { ...key, person });
  return zipOf(entriesUntil, brokeOff);
}

/** Reads no page more once nobody is there to take it. */
function readerUntil(gone: AbortSignal, reader: Reader): PageReader {
  return {
    async readPage(work) {
      gone.throwIfAborted();
      return await reader.readPage(work);
    },
  };
}

async function* entriesOf(
  reader: PageReader,
  dependencies: ArchiveDependencies,
  of: Key & { person: Person },
): AsyncGenerator<ZipEntry> {
  const known = knownOf(reader, dependencies, of);
  const madeAt = new Date();
  const text = { changedAt: madeAt, isText: true };
  yield { ...text, name: "index.html", bytes: pageOf(known, madeAt) };
  yield { ...text, name: "person.json", bytes: jsonOf(known, madeAt) };
  const picture = await reader.readPage((sql) => findPicture(sql, of));
  if (picture !== null)
    yield {
      ...{ name: `picture.${picture.mime_type.split("/")[1]}`, changedAt: madeAt, isText: false },
      bytes: new Blob([new Uint8Array(picture.bytes)]).stream(),
    };
  yield* filesOf(dependencies.media, known);
}

/** The files of the messages, each once. */
async function* filesOf(media: Pick<MediaStore, "open">, known: Known): AsyncGenerator<ZipEntry> {
  const packed = new Set<string>();
  for await (const { files } of known.messages()) {
    for (const { row, name } of files) {
      if (packed.has(name)) continue;
      packed.add(name);
      const found = await media.open(mediaKey(row.organization_id, row.id), null);
      if (found === null) continue;
      const bytes = found instanceof Blob ? found.stream() : found;
      yield { name, changedAt: row.created_at, isText: false, bytes };
    }
  }
}
