/** Cards that a program folded in the middle of a UTF-8 character. */
import { expect, test } from "bun:test";
import { withWholeCharacters } from "../../daemon/imports/read/cards/folds.ts";
import { readFile } from "./read-file.ts";

const NAME = "Łucja Żółć 😀 王芳";

/** A card with a break behind so many bytes of the name. */
function folded(at: number, fold: string): Buffer<ArrayBuffer> {
  const name = Buffer.from(NAME);
  const [head, tail] = ["BEGIN:VCARD\r\nVERSION:3.0\r\nFN:", "\r\nTEL:+4915123450199\r\nEND:VCARD\r\n"];
  return Buffer.concat([
    Buffer.from(head),
    name.subarray(0, at),
    Buffer.from(fold),
    name.subarray(at),
    Buffer.from(tail),
  ]);
}

test.each(["\r\n ", "\n ", "\r\n\t"])("a name is whole wherever %j stands in it", async (fold) => {
  for (let at = 1; at < Buffer.byteLength(NAME); at++) {
    const { records } = await readFile("vcard", folded(at, fold), null);
    expect([at, records[0]?.contact?.name]).toEqual([at, NAME]);
  }
});

test("wherever a file is cut into parts, the text is the same", async () => {
  const card = folded(1, "\r\n ");
  async function* cut(at: number) {
    yield new Uint8Array(card.subarray(0, at));
    yield new Uint8Array(card.subarray(at));
  }
  const whole = Buffer.concat(await Array.fromAsync(withWholeCharacters(cut(card.length)))).toString();
  for (let at = 1; at < card.length; at++)
    expect(Buffer.concat(await Array.fromAsync(withWholeCharacters(cut(at)))).toString()).toBe(whole);
  expect(whole).not.toContain("�");
});
