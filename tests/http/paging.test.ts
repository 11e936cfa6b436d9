/** Pages are as long as asked, also where a search gives what it found in parts. */
import { expect, test } from "bun:test";
import { createCursors, page } from "../../daemon/http/paging.ts";
import type { Reader } from "../../daemon/http/reading.ts";

const cursors = createCursors(new Uint8Array(32));
const reading = { read: (work) => Promise.resolve(work(undefined as never)) } as Pick<
  Reader,
  "read"
> as Reader;

type Part = { rows: string[]; end: string | null };

/** Reads a page of a list whose search gives these parts one after another; also says what was asked of it. */
async function pageOf(parts: Part[], limit: number) {
  const asked: [string | null, number][] = [];
  const { data, meta } = await page(
    { reading, cursors },
    { limit },
    {
      async read(_, before, most) {
        asked.push([before, most]);
        return parts.shift() ?? { rows: [], end: null };
      },
      show: (row: string) => row,
      position: (row) => row,
    },
  );
  return { data, next: cursors.open(meta.next_cursor ?? undefined), asked };
}

test("a page whose rows come in parts is filled, from where each part ended", async () => {
  const parts = [
    { rows: ["9"], end: "8" },
    { rows: [], end: "5" },
    { rows: ["4", "3"], end: "2" },
  ];
  expect(await pageOf(parts, 2)).toEqual({
    data: ["9", "4"],
    next: "4",
    asked: [
      [null, 3],
      ["8", 2],
      ["5", 2],
    ],
  });
});

test("the last page is the one behind which nothing was left to search", async () => {
  const parts = [
    { rows: ["9"], end: "8" },
    { rows: ["1"], end: null },
  ];
  expect(await pageOf(parts, 5)).toMatchObject({ data: ["9", "1"], next: null });
});
