/** Pictures: as cameras make them, no two pixels alike, so that they are large, and as nobody does. */
import { deflateSync } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

/** A JPEG of so many pixels, of another scene for another seed. */
export async function photo(width: number, height: number, seed = 1): Promise<Bytes> {
  const encoded = await new Bun.Image(noise(width, height, seed)).jpeg({ quality: 90 }).bytes();
  return new Uint8Array(encoded);
}

/** A PNG of so many black pixels a side, in a few hundred kilobytes. */
export function blackPng(side: number, words?: Uint8Array): Bytes {
  const rows = (Math.ceil(side / 8) + 1) * side;
  return png(side, deflateSync(Buffer.alloc(Math.min(200_000_000, rows))), words);
}

/** A PNG whose header says that it has so many black and white pixels a side, with a text in it. */
export function png(side: number, content: Uint8Array, words: Uint8Array = Buffer.from("Comment\0")): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const chunks = [chunk("IHDR", header), chunk("tEXt", words), chunk("IDAT", content)];
  return new Uint8Array(Buffer.concat([signature, ...chunks, chunk("IEND", Buffer.alloc(0))]));
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(Bun.hash.crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A BMP with soft hills and grain on them. */
function noise(width: number, height: number, seed: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write("BM", "latin1");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  let grain = seed;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width * 3; x++) {
      grain = (Math.imul(grain, 1664525) + 1013904223) >>> 0;
      const hill = 110 + 80 * Math.sin((x / width + seed) * 3) * Math.cos((y / height) * 5);
      file[54 + y * row + x] = hill + (grain >>> 26);
    }
  return file;
}
