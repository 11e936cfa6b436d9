import { describe, expect, test } from "bun:test";
import { createCardSplitter } from "../../daemon/imports/read/cards/split-cards.ts";
import type { Splitter } from "../../daemon/imports/read/piece.ts";
import { createCsvSplitter } from "../../daemon/imports/read/split-csv.ts";
import { createLineSplitter } from "../../daemon/imports/read/split-lines.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Splits a text that arrives in parts of so many bytes: line, words and fault of each record. */
function split(splitter: Splitter, text: string, partBytes = 7) {
  const bytes = encoder.encode(text);
  const pieces = [];
  for (let from = 0; from < bytes.length; from += partBytes)
    pieces.push(...splitter.push(bytes.slice(from, from + partBytes)));
  pieces.push(...splitter.end());
  return pieces.map((piece) => [
    piece.line,
    decoder.decode(piece.bytes),
    ...(piece.fault ? [piece.fault] : []),
  ]);
}

/** Bytes that count how many of them are read, also through a part of them. */
function counted(bytes: Uint8Array) {
  let count = 0;
  const wrap = (inner: Uint8Array): Uint8Array =>
    new Proxy(inner, {
      get(target, name) {
        if (name === "length") return target.length;
        if (name === "slice") return target.slice.bind(target);
        if (name === "subarray") return (from: number, to?: number) => wrap(target.subarray(from, to));
        if (name === "indexOf") return (byte: number, from = 0) => found(target, byte, from);
        count += 1;
        return target[Number(name)];
      },
    });
  function found(target: Uint8Array, byte: number, from: number) {
    const index = target.indexOf(byte, from);
    count += (index === -1 ? target.length : index + 1) - from;
    return index;
  }
  return { bytes: wrap(bytes), reads: () => count };
}

describe("CSV", () => {
  test.each([1, 2, 3, 1000])("records span lines inside quotes, in parts of %d bytes", (size) => {
    const text = 'a,b\r\n"1\n2","x ""y"""\n\nlast,"é"';
    expect(split(createCsvSplitter(","), text, size)).toEqual([
      [1, "a,b"],
      [2, '"1\n2","x ""y"""'],
      [4, ""],
      [5, 'last,"é"'],
    ]);
  });

  test("a quote inside an unquoted field is nothing special", () => {
    expect(split(createCsvSplitter(";"), '5" screen;x\n"a"b;c\nd\n')).toEqual([
      [1, '5" screen;x'],
      [2, '"a"b;c'],
      [3, "d"],
    ]);
  });

  test.each([1, 1000])("an open quote costs one line, in parts of %d bytes", (size) => {
    const text = `a\n"open,b\n${"c,d\n".repeat(20)}`;
    const pieces = split(createCsvSplitter(",", undefined, { mostBytes: 40 }), text, size);
    expect(pieces.slice(0, 3)).toEqual([
      [1, "a"],
      [2, '"open,b', "a quoted field is not closed"],
      [3, "c,d"],
    ]);
    expect(pieces).toHaveLength(22);
  });

  test("an open quote at the end costs one line", () => {
    expect(split(createCsvSplitter(","), '"open\nb\nc')).toEqual([
      [1, '"open', "a quoted field is not closed"],
      [2, "b"],
      [3, "c"],
    ]);
  });

  test.each([10, 5000])("a record that is too long is skipped, in parts of %d bytes", (size) => {
    const text = `a\n${"x".repeat(3000)}\nb\n${"y".repeat(3000)}`;
    const pieces = split(createCsvSplitter(",", undefined, { mostBytes: 2000 }), text, size);
    expect(pieces.map(([line, words, fault]) => [line, String(words)[0], fault])).toEqual([
      [1, "a", undefined],
      [2, "x", "the record has more than 2000 bytes"],
      [3, "b", undefined],
      [4, "y", "the record has more than 2000 bytes"],
    ]);
  });

  test.each<[string, string, number]>([
    ["reopens a quote on every line", 'x","\n'.repeat(3000), 1_000_000],
    ["reopens a quote on every line, longer than a record may be", 'x","\n'.repeat(3000), 1000],
    ["reopens a quote on every line, and closes it too late", `${'x","\n'.repeat(3000)}x",y\n`, 8000],
  ])("a file that %s is read a few times at most", (_, text, mostBytes) => {
    const { bytes, reads } = counted(encoder.encode(text));
    const splitter = createCsvSplitter(",", undefined, { mostBytes });
    expect([...splitter.push(bytes), ...splitter.end()].length).toBeGreaterThan(1000);
    expect(reads()).toBeLessThan(8 * text.length);
  });

  test("records that are not requested at the end of a file are not cut", () => {
    const { bytes, reads } = counted(encoder.encode('x","\n'.repeat(1000)));
    const splitter = createCsvSplitter(",");
    const early = [...splitter.push(bytes)];
    const before = reads();
    const [first] = splitter.end();
    expect([early.length, first?.line]).toEqual([0, 1]);
    expect(reads() - before).toBeLessThan(100);
  });

  test("reading continues anywhere a record ends", () => {
    const text = 'a,b\n"1\n2",x\n3,4\n"open\n5,6\n';
    const bytes = encoder.encode(text);
    const splitter = createCsvSplitter(",");
    const all = [...splitter.push(bytes), ...splitter.end()];
    for (const [index, { next }] of all.entries()) {
      const later = createCsvSplitter(",", next);
      const rest = [...later.push(bytes.slice(next.offset)), ...later.end()];
      expect(rest).toEqual(all.slice(index + 1));
    }
  });
});

describe("lines", () => {
  test.each([1, 5, 1000])("one that is too long comes with a fault, in parts of %d bytes", (size) => {
    const pieces = split(createLineSplitter(undefined, 10), `{"a":1}\r\n${"x".repeat(30)}\n{}`, size);
    expect(pieces.map(([line, , fault]) => [line, fault])).toEqual([
      [1, undefined],
      [2, "the line has more than 10 bytes"],
      [3, undefined],
    ]);
  });
});

describe("vCards", () => {
  const card = (name: string, more = "") =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\n${more}END:VCARD\r\n`;

  test("pictures are left out, however large", () => {
    const picture = `PHOTO;ENCODING=b:AAAA\r\n ${"B".repeat(500)}\r\n CCCC\r\nTEL:1\r\n`;
    const [only, ...rest] = split(createCardSplitter(undefined, 200), card("Ada", picture));
    expect(only).toEqual([1, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nTEL:1\r\nEND:VCARD\r\n"]);
    expect(rest).toEqual([]);
  });

  test("a card without an end does not swallow the next, and words between cards are not lost", () => {
    const text = `BEGIN:VCARD\nFN:Cut\n${card("Ada")}hello\n\n${card("Bob")}BEGIN:VCARD\n`;
    expect(split(createCardSplitter(), text).map(([line, , fault]) => [line, fault])).toEqual([
      [1, "the card has no END:VCARD"],
      [3, undefined],
      [7, "the line is outside of a card"],
      [9, undefined],
      [13, "the card has no END:VCARD"],
    ]);
  });

  test("a card that is too long comes with a fault", () => {
    const text = card("Ada", "NOTE:many words\r\n".repeat(30)) + card("Bob");
    expect(split(createCardSplitter(undefined, 200), text).map(([, , fault]) => fault)).toEqual([
      "the card has more than 200 bytes",
      undefined,
    ]);
  });
});
