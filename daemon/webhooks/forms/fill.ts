import type { Sql } from "../../../db/connection/client.ts";
import { findMediaByIds } from "../../../db/media/media.ts";
import { createShares } from "../../lib/turns/shares.ts";
import { type MediaStore, mediaKey } from "../../media/stores/store.ts";
import { FILE_BYTES } from "./file-data.ts";
import type { DataOmitted, FormRequest } from "./form.ts";
import type { Written } from "./requests.ts";

/** Does work with what a delivery of an endpoint posts, with the bytes of its files, which are in memory only meanwhile. */
export type WithFiles = <Result>(
  owner: { organizationId: string; endpointId: string },
  request: Written,
  work: (request: Written) => Promise<Result>,
) => Promise<Result>;

/**
 * So many requests have their files in memory at once: usual ones, and larger ones. Each takes about five times the bytes of
 * its files. No endpoint has the last place, so that a slow one leaves others room.
 */
const USUAL_AT_ONCE = 32;
const LARGE_AT_ONCE = 3;

const GONE: DataOmitted = "gone";

/** Fills in files from their store. One that was deleted since is left out, and the body says so. */
export function createWithFiles({ sql, store }: { sql: Sql; store: MediaStore }): WithFiles {
  const usual = createShares({ atOnce: USUAL_AT_ONCE });
  const large = createShares({ atOnce: LARGE_AT_ONCE });

  async function filled(request: FormRequest, sources: ReadonlyMap<string, string>): Promise<Written> {
    const texts = new Map<string, string>();
    try {
      for (const [mark, key] of sources) texts.set(JSON.stringify(mark), await readFile(store, key));
    } catch (cause) {
      return new Error("a file of the event can't be read", { cause });
    }
    const marks = new RegExp(
      Object.keys(request.files ?? {})
        .map((mark) => JSON.stringify(mark))
        .join("|"),
      "g",
    );
    return { ...request, body: request.body.replace(marks, (mark) => texts.get(mark) ?? omitted()) };
  }

  return async ({ organizationId, endpointId }, request, work) => {
    if (request === null || request instanceof Error || request.files === undefined)
      return await work(request);
    const marks = Object.entries(request.files);
    const rows = await findMediaByIds(
      sql,
      organizationId,
      marks.map(([, id]) => id),
    );
    const sizes = new Map(rows.map(({ id, size }) => [id, Number(size)]));
    const timesIn = (mark: string) => request.body.split(mark).length - 1;
    const bytes = marks.reduce((sum, [mark, id]) => sum + (sizes.get(id) ?? 0) * timesIn(mark), 0);
    const there = marks.filter(([, id]) => sizes.has(id));
    const sources = new Map(there.map(([mark, id]) => [mark, mediaKey(organizationId, id)]));
    const shares = bytes > FILE_BYTES ? large : usual;
    return await shares.inTurn([endpointId], async () => await work(await filled(request, sources)));
  };
}

/** A file as JSON text. */
async function readFile(store: MediaStore, key: string): Promise<string> {
  const file = await store.open(key, null);
  if (file === null) return omitted();
  return `"${Buffer.from(await new Response(file).arrayBuffer()).toString("base64")}"`;
}

/** In place of a file's bytes; the member that it is the value of is followed by another. */
function omitted(): string {
  return `null,"data_omitted":${JSON.stringify(GONE)}`;
}
