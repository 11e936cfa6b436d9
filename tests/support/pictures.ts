/** Pictures as cameras make them: no two pixels alike, so that they are large. */

type Bytes = Uint8Array<ArrayBuffer>;

/** A JPEG of so many pixels, of another scene for another seed. */
export async function photo(width: number, height: number, seed = 1): Promise<Bytes> {
  const encoded = await new Bun.Image(noise(width, height, seed)).jpeg({ quality: 90 }).bytes();
  return new Uint8Array(encoded);
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
