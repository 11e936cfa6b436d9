import jsQR from "jsqr";

/** Pixels of a module: enough for the reader. */
const SCALE = 4;

/** What a drawing of a QR code says, read from its squares as a camera would. */
export function qrTextOf({ size, path }: { size: number; path: string }): string {
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = "", y = ""] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      const start = (row * width + Number(x) * SCALE) * 4;
      for (let at = start; at < start + SCALE * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  const read = jsQR(pixels, width, width);
  if (read === null) throw new Error("the drawing can't be read");
  return read.data;
}
