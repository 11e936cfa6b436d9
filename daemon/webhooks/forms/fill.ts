import type { Sql } from "../../../db/connection/client.ts";
import { findMediaByIds } from "../../../db/media/media.ts";
import { createTidier } from "../../lib/tidier.ts";
import { createShares } from "../../lib/turns/shares.ts";
import { type MediaStore, mediaKey } from "../../media/stores/store.ts";
import { FILE_BYTES } from "./file-data.ts";
import type { DataOmitted, FormRequest } from "./form.ts";
import type { Written } from "./requests.ts";

/** A request whose body has its files: as bytes, which take a fraction of the memory that text does. */
export type Filled = Omit<FormRequest, "body"> & { body: string | Buffer };

/** What an attempt posts. */
export type Ready = Filled | Exclude<Written, FormRequest>;

/** Does work with what a delivery of an endpoint posts, with the bytes of its files, which are in memory only meanwhile. */
export type WithFiles = <Result>(
  owner: { organizationId: string; endpointId: string },
  request: Written,
  work: (request: Ready) => Promise<Result>,
) => Promise<Result>;

/**
 * So many requests have their files in memory at once: usual ones, and larger ones. Each takes about four times the bytes of
 * its files. No organisation has the last place, and no endpoint the last of its organisation's: slow ones leave others room.
 */
const USUAL_AT_ONCE = 33;
const LARGE_AT_ONCE = 4;

/** Garbage is collected each time files of so many bytes have gone: else hundreds of megabytes of it pile up. */
const TIDIED_BYTES = 16 * 1024 * 1024;

const GONE: DataOmitted = "gone";

/** Fills in files from their store. One that was deleted since is left out, and the body says so. */
export function createWithFiles({ sql, store }: { sql: Sql; store: MediaStore }): WithFiles {
  const usual = createShares({ atOnce: USUAL_AT_ONCE, levels: 2 });
  const large = createShares({ atOnce: LARGE_AT_ONCE, levels: 2 });
  const tidy = createTidier(TIDIED_BYTES);

  async function filled(request: FormRequest, sources: ReadonlyMap<string, string>): Promise<Filled | Error> {
    const marks = Object.keys(request.files ?? {}).map((mark) => JSON.stringify(mark));
    const parts: string[] = [];
    try {
      for (const [nth, text] of request.body.split(new RegExp(`(${marks.join("|")})`)).entries()) {
        // what was split at stands between what it separated
        const isMark = nth % 2 === 1;
        parts.push(isMark ? await readFile(store, sources.get(text)) : text);
      }
    } catch (cause) {
      return new Error("a file of the event can't be read", { cause });
    }
    return { ...request, body: joined(parts) };
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
    const sources = new Map(there.map(([mark, id]) => [JSON.stringify(mark), mediaKey(organizationId, id)]));
    const shares = bytes > FILE_BYTES ? large : usual;
    return await shares
      .inTurn([organizationId, endpointId], async () => await work(await filled(request, sources)))
      .finally(() => tidy(bytes));
  };
}

/** Texts in UTF-8, one after another. Joined as text, they would be copied twice more. */
function joined(parts: readonly string[]): Buffer {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += whole.write(part, at);
  return whole;
}

/** A file as JSON text; where it is gone, the member that it is the value of is followed by another that says so. */
async function readFile(store: MediaStore, key: string | undefined): Promise<string> {
  const file = key === undefined ? null : await store.open(key, null);
  if (file === null) return `null,"data_omitted":${JSON.stringify(GONE)}`;
  return `"${Buffer.from(await new Response(file).arrayBuffer()).toString("base64")}"`;
}
