import { createCipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { t } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { type TSchema, Type } from "../lib/typebox.ts";
import { problem } from "./problem.ts";
import type { Reader } from "./reading.ts";

/** Query parameters every list takes. Numbers of a query are Elysia's `t`, which reads them from text. */
export const PagingQuery = {
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 25, description: "Rows a page" })),
  cursor: Type.Optional(
    Type.String({ maxLength: 1024, description: "The `meta.next_cursor` of the previous page" }),
  ),
};

/** Seals and opens cursors, so that a client can neither read nor forge what they hold, nor use one in another list. */
export type Cursors = {
  /** Those of one list, by its name, which no other has. */
  of(list: string): Cursors;
  seal(position: string): string;
  open(cursor: string | undefined): string | null;
};

/**
 * Opaque keyset cursors: base64url of an HMAC over the position, and of the position encrypted with the HMAC as its
 * nonce (as SIV does, RFC 5297): a position can name what its reader may not see.
 */
export function createCursors(key: Uint8Array, list = ""): Cursors {
  const secret = createHmac("sha256", key).update("cursor encryption").digest();
  const sign = (position: string) =>
    createHmac("sha256", key).update(`cursor:${list}:${position}`).digest().subarray(0, TAG_BYTES);
  /** Encrypts, and the second time decrypts. */
  const hide = (tag: Uint8Array, bytes: Uint8Array) =>
    createCipheriv("aes-256-ctr", secret, Buffer.concat([tag, COUNTER])).update(bytes);
  return {
    of: (name) => createCursors(key, `${list}/${name}`),
    seal(position) {
      const tag = sign(position);
      return Buffer.concat([tag, hide(tag, Buffer.from(position))]).toString("base64url");
    },
    open(cursor) {
      if (cursor === undefined) return null;
      const bytes = Buffer.from(cursor, "base64url");
      const tag = bytes.subarray(0, TAG_BYTES);
      if (bytes.length <= TAG_BYTES) throw unknownCursor();
      const position = hide(tag, bytes.subarray(TAG_BYTES)).toString();
      if (!timingSafeEqual(tag, sign(position))) throw unknownCursor();
      return position;
    },
  };
}

const TAG_BYTES = 12;
/** The counter beside AES's nonce: blocks from zero. */
const COUNTER = new Uint8Array(4);

function unknownCursor() {
  const detail = "the cursor is not one that this list gave out; start again without it";
  return problem(422, "invalid_cursor", detail, {
    errors: [{ path: "/cursor", message: "unknown cursor" }],
  });
}

/** How the rows of a list are read, and shown. */
export type List<Row, Item> = {
  /**
   * Reads at most so many rows behind a position. `end` is where to continue when there are fewer because the list was
   * not looked through to its end.
   */
  read(
    sql: Sql,
    before: string | null,
    most: number,
  ): PromiseLike<readonly Row[] | { rows: readonly Row[]; end: string | null }>;
  show(row: Row): Item | Promise<Item>;
  /** Where the page behind this row begins. */
  position(row: Row): string;
};

/** How long a page is filled whose rows are few among many; what it has by then is shown. */
const FILLED_FOR_MS = 1000;

/**
 * The page of a list that a query asks for. One row more than it shows is read, which says that there is a next page
 * and never leaves the daemon. A read ends after some milliseconds, so that others have their turn in between.
 */
export async function page<Row, Item>(
  { reading, cursors }: { reading: Reader; cursors: Cursors },
  { limit = 25, cursor }: { limit?: number; cursor?: string },
  { read, show, position }: List<Row, Item>,
): Promise<{ data: Item[]; meta: { next_cursor: string | null } }> {
  const shownBy = performance.now() + FILLED_FOR_MS;
  const rows: Row[] = [];
  let end = cursors.open(cursor);
  do {
    const found = await reading.read((sql) => read(sql, end, limit + 1 - rows.length));
    const part = "rows" in found ? found : { rows: found, end: null };
    rows.push(...part.rows);
    end = part.end;
  } while (end !== null && rows.length <= limit && performance.now() < shownBy);
  const visible = rows.slice(0, limit);
  const last = visible.at(-1);
  const next = rows.length > limit && last !== undefined ? position(last) : end;
  const data = await Promise.all(visible.map(show));
  return { data, meta: { next_cursor: next === null ? null : cursors.seal(next) } };
}

/** The schema of a list response. */
export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    data: Type.Array(item),
    meta: Type.Object({
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description:
          "Pass it as `cursor`; null on the last page. Where rows are few among very many, a page is given after a second with fewer than `limit`, or none, and more can follow",
      }),
    }),
  });
}
