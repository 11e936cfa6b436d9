import { createHmac, timingSafeEqual } from "node:crypto";
import { type TSchema, Type } from "@sinclair/typebox";
import { t } from "elysia";
import { problem } from "./problem.ts";

/** Query parameters every list takes. Numbers of a query are Elysia's `t`, which reads them from text. */
export const PagingQuery = {
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 25, description: "Rows a page" })),
  cursor: Type.Optional(
    Type.String({ maxLength: 1024, description: "`meta.next_cursor` of the page before" }),
  ),
};

/** Seals and opens cursors, so that a client can neither read nor forge what they hold, nor use one in another list. */
export type Cursors = {
  /** Those of one list, by its name, which no other has. */
  of(list: string): Cursors;
  seal(position: string): string;
  open(cursor: string | undefined): string | null;
};

/** Opaque signed keyset cursors: base64url of the position and an HMAC over it. */
export function createCursors(key: Uint8Array, list = ""): Cursors {
  const sign = (position: string) =>
    createHmac("sha256", key).update(`cursor:${list}:${position}`).digest().subarray(0, 12);
  return {
    of: (name) => createCursors(key, `${list}/${name}`),
    seal: (position) => Buffer.concat([sign(position), Buffer.from(position)]).toString("base64url"),
    open(cursor) {
      if (cursor === undefined) return null;
      const bytes = Buffer.from(cursor, "base64url");
      const position = bytes.subarray(12).toString();
      if (bytes.length < 13 || !timingSafeEqual(bytes.subarray(0, 12), sign(position))) {
        throw problem(
          422,
          "invalid_cursor",
          "the cursor is not one that this list gave out; start again without it",
          {
            errors: [{ path: "/cursor", message: "unknown cursor" }],
          },
        );
      }
      return position;
    },
  };
}

/**
 * Makes a list answer of rows read with `limit + 1`: the extra row says that
 * there is a next page and never leaves the daemon. `end` is where to go on
 * when there are fewer rows because the list was not looked through to its end.
 */
export function page<Row, Item>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Item,
  position: (row: Row) => string,
  cursors: Cursors,
  end: string | null = null,
): { data: Item[]; meta: { next_cursor: string | null } } {
  const visible = rows.slice(0, limit);
  const last = visible.at(-1);
  const next = rows.length > limit && last !== undefined ? position(last) : end;
  return { data: visible.map(show), meta: { next_cursor: next === null ? null : cursors.seal(next) } };
}

/** The schema of a list answer. */
export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    data: Type.Array(item),
    meta: Type.Object({
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description:
          "Pass it as `cursor`; null on the last page. A page can have fewer rows than `limit`, or none, and more can follow",
      }),
    }),
  });
}
