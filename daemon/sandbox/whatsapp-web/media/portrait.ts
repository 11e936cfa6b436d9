import { createHash } from "node:crypto";

/** Fields of a side, and pixels of a field's. */
const FIELDS = 5;
const PIXELS = 16;
const SIDE = FIELDS * PIXELS;

/** What somebody shows as their picture, a PNG: fields in a colour of their own, the same from left and right. */
export async function portraitOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = createHash("sha256").update(name).digest();
  const [red = 0, green = 0, blue = 0] = bytes;
  const isFilled = (x: number, y: number) => {
    const fromSide = Math.min(Math.floor(x / PIXELS), FIELDS - 1 - Math.floor(x / PIXELS));
    return ((bytes[3 + Math.floor(y / PIXELS) * FIELDS + fromSide] ?? 0) & 1) === 1;
  };
  const bmp = Buffer.alloc(54 + SIDE * SIDE * 3, 240);
  bmp.write("BM", "latin1");
  for (const [at, value] of HEADER) bmp.writeUInt32LE(value, at);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) if (isFilled(x, y)) bmp.set([blue, green, red], 54 + (y * SIDE + x) * 3);
  return new Uint8Array(await new Bun.Image(bmp).png().bytes());
}

/** Of a BMP with 24 bits a pixel, its numbers by their places. */
const HEADER: readonly (readonly [number, number])[] = [
  [2, 54 + SIDE * SIDE * 3],
  [6, 0],
  [10, 54],
  [14, 40],
  [18, SIDE],
  [22, SIDE],
  [26, 1 + (24 << 16)],
  [30, 0],
  [34, 0],
  [38, 2835],
  [42, 2835],
  [46, 0],
  [50, 0],
];
