/** Files that are made to keep the preview busy: others are answered meanwhile, and no more is read than is shown. */
import { expect, test } from "bun:test";
import { preview } from "../../daemon/imports/preview.ts";
import { readVcard } from "../../daemon/imports/read/cards/vcard.ts";
import type { Format } from "../../daemon/imports/read/format.ts";
import { prepare } from "../../daemon/imports/read/prepare.ts";

const MEBIBYTE = 1024 * 1024;
const encoder = new TextEncoder();
const NO_CHOICES = { mapping: {}, constants: [] };

/** A preview, and how often others had their turn before it was there. */
async function turnsOf(format: Format, text: string) {
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const options = {
    format,
    encoding: undefined,
    sheet: undefined,
    choices: NO_CHOICES,
    default_country: null,
  };
  const result = await preview(new Blob([text]).stream(), options);
  isOver = true;
  return { turns, result };
}

test.each<[Format, string]>([
  ["csv", "phone\n"],
  ["ndjson", ""],
])("of 1 MiB of line ends as %s only the first are read", async (format, heading) => {
  const { turns, result } = await turnsOf(format, heading + "\n".repeat(MEBIBYTE));
  expect(result.records).toEqual([]);
  expect(turns).toBeLessThan(5);
});

test("while 1 MiB of line ends is searched for cards, others have their turn", async () => {
  const { turns } = await turnsOf("vcard", "\n".repeat(MEBIBYTE));
  expect(turns).toBeGreaterThan(100);
});

test("the heading is found behind 1 MiB of empty lines, and its line is known", () => {
  const text = encoder.encode(`${"\n\r\n".repeat(MEBIBYTE / 4)}phone,name\n`);
  const { start } = prepare("csv", text, NO_CHOICES);
  expect(start).toEqual({ offset: text.length, line: MEBIBYTE / 2 + 2 });
});

test("a folded line is read as if it were whole", () => {
  const bytes = encoder.encode("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n  Love\r\n\tlace\r\nEND:VCARD\r\n");
  const [row] = readVcard([{ line: 1, bytes, next: { offset: bytes.length, line: 7 } }]);
  expect(row).toMatchObject({ fields: { name: "Ada Lovelace" } });
});

test("a card that is folded a hundred times as often does not take ten thousand times as long", () => {
  const taken = (folds: number) => {
    const note = `NOTE:${"\r\n x".repeat(folds)}`;
    const bytes = encoder.encode(
      `BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:+4915100000001\r\n${note}\r\nEND:VCARD\r\n`,
    );
    const began = performance.now();
    expect(readVcard([{ line: 1, bytes, next: { offset: 0, line: 1 } }])[0]?.refusal).toBeUndefined();
    return performance.now() - began;
  };
  taken(300);
  expect(taken(30_000)).toBeLessThan(2000 * Math.max(taken(300), 0.1));
});
