/** Files that are damaged at random, from a seed: each is taken or refused, and none holds up what others ask. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SEED = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_125);
const ROUNDS = Number(process.env.WAYPOST_FUZZ_ROUNDS ?? 30);
/** The time for which no file may block all others; a busy machine takes some of it itself. */
const LONGEST_MS = 5000;

const home = temporaryFolder("fuzz");
let waypost: OwnDaemon;
beforeAll(async () => {
  waypost = await startTestDaemon({ config: { home, logLevel: "silent" } });
});
afterAll(() => waypost.stop());

type Random = (below: number) => number;

/** Mulberry32. */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const latin = (text: string) => Buffer.from(text, "latin1");
const repeated = (frame: Buffer, times: number) => Buffer.alloc(frame.length * times, frame);
const padded = (begins: string, size: number) => Buffer.concat([latin(begins), Buffer.alloc(size)], size);
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
};

/** Small ones of every kind whose headers are read. */
const SEEDS: Record<string, Buffer> = {
  jpeg: latin(
    "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xe1\0\x1aExif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\xff\xc0\0\x11\x08\0\x10\0\x10\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xda\0\x0c\xff\xd9",
  ),
  png: latin(
    "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1f\xf3\xffa\0\0\0\0IEND\xaeB`\x82",
  ),
  gif: latin(
    "GIF89a\x10\0\x10\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\0\0\0\0\0,\0\0\0\0\x10\0\x10\0\0\x02\x0eD\x01\0;",
  ),
  webp: latin(
    "RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\x01\0\xff\x01\0ANIM\x06\0\0\0\0\0\0\0\0\0ANMF\x10\0\0\0VP8L\x08\0\0\0/\0\0\0\0\0\0\0",
  ),
  lossy: latin(
    "RIFF\x24\0\0\0WEBPVP8 \x18\0\0\x000\x01\0\x9d\x01*\x10\0\x10\0\x02\0\x34%\xa4\0\x03p\0\xfe\xfb\x94\0\0",
  ),
  mp3: repeated(padded("\xff\xfb\x90\x00", 417), 20),
  tagged: Buffer.concat([
    latin("ID3\x03\0\0\0\0\0\x20TIT2\0\0\0\x06\0\0\0HelloAPIC\0\0\0\x08\0\0\0image/"),
    repeated(padded("\xff\xfa\x92\x00", 522), 12),
  ]),
  vbr: Buffer.concat([
    padded(`\xff\xfb\x90\x00${"\0".repeat(32)}Xing\0\0\0\x0f\0\0\0\x10\0\0\x10\0`, 417),
    repeated(padded("\xff\xfb\x50\x00", 208), 15),
  ]),
  aac: repeated(padded("\xff\xf1\x50\x80\x17\x5f\xfc", 186), 20),
  ogg: latin(
    `OggS\0\x02${"\0".repeat(8)}\x01\0\0\0\0\0\0\0\xaa\xbb\xcc\xdd\x01\x13OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0OggS\0\x04\x80\xbb\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\xaa\xbb\xcc\xdd\x01\x10OpusTags\0\0\0\0\0\0\0\0`,
  ),
  vorbis: latin(
    `OggS\0\x02${"\0".repeat(8)}\x01\0\0\0\0\0\0\0\xaa\xbb\xcc\xdd\x01\x1e\x01vorbis\0\0\0\0\x02\x44\xac\0\0\0\0\0\0\0\xee\x02\0\0\0\0\0\xb8\x01`,
  ),
  amr: latin(`#!AMR\n${"\x3c".repeat(200)}`),
  wav: latin("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\0\0\0"),
  mp4: Buffer.concat([
    box("ftyp", latin("isom\0\0\0\0isom")),
    box(
      "moov",
      box("mvhd", padded("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x03\xe8\0\0\x03\xe8", 100)),
      box(
        "trak",
        box("tkhd", Buffer.concat([Buffer.alloc(76), latin("\x01\x40\0\0\0\xf0\0\0")])),
        box(
          "mdia",
          box(
            "minf",
            box(
              "stbl",
              box(
                "stsd",
                latin("\0\0\0\0\0\0\0\x01"),
                box("avc1", Buffer.alloc(78), box("avcC", latin("\x01\x42\0\x1e"))),
              ),
            ),
          ),
        ),
      ),
    ),
  ]),
  pdf: latin(
    "%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\nxref\n0 1\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF",
  ),
  blank: latin("\r\n\r\n%PDF-1.4\n%%EOF"),
  svg: latin("<?xml version='1.0'?><!-- a --><svg width='10' height='10'></svg>"),
  zip: latin("PK\x03\x04\x14\0\0\0\0\0[Content_Types].xml"),
};
const BEGINNINGS = Object.values(SEEDS);
const EDGES = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

const MUTATIONS: ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let left = 1 + random(8); left > 0; left--) copy[random(copy.length)] = random(256);
    return copy;
  },
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = random(copy.length);
    return copy.fill(EDGES[random(EDGES.length)] ?? 0, at, Math.min(copy.length, at + 1 + random(8)));
  },
  (bytes, random) => bytes.subarray(0, 1 + random(bytes.length)),
  (bytes, random) => {
    const at = random(bytes.length);
    const part = bytes.subarray(at, at + 1 + random(64));
    return Buffer.concat([bytes.subarray(0, at), repeated(part, 1 + random(2000)), bytes.subarray(at)]);
  },
  // one file's beginning on another's body
  (bytes, random) => {
    const other = BEGINNINGS[random(BEGINNINGS.length)] ?? bytes;
    return Buffer.concat([
      other.subarray(0, random(Math.min(40, other.length))),
      bytes.subarray(random(bytes.length)),
    ]);
  },
];

function mutated(bytes: Buffer, random: Random): Uint8Array<ArrayBuffer> {
  let result = bytes;
  for (let left = 1 + random(3); left > 0 && result.length > 0; left--)
    result = MUTATIONS[random(MUTATIONS.length)]?.(result, random) ?? result;
  return new Uint8Array(result.length === 0 ? [0] : result);
}

const QUERIES = ["", "", "?as=document", "?as=audio", "?as=image", "?as=sticker", "?as=video"];
const CONVERSIONS = ["?convert=voice", "?convert=image", "?convert=video", "?convert=sticker"];
const TAKEN_OR_REFUSED = [201, 413, 415, 422];

async function upload(bytes: Uint8Array<ArrayBuffer>, query: string) {
  const response = await fetch(`${waypost.url}/v1/media${query}`, {
    ...{ method: "POST", headers: { "x-api-key": waypost.key }, body: bytes },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The longest time in which nothing else had its turn, since watching began. */
function watchTurns() {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

test.each(Object.keys(SEEDS))("%s", async (kind) => {
  const random = randomOf(SEED ^ Bun.hash.crc32(kind));
  const queries = hasFfmpeg ? [...QUERIES, ...CONVERSIONS] : QUERIES;
  const stop = watchTurns();
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = mutated(SEEDS[kind] ?? Buffer.alloc(1), random);
    const query = queries[random(queries.length)] ?? "";
    const { status, body } = await upload(bytes, query);
    const context = { seed: SEED, round, query, status, detail: body.detail };
    expect({ ...context, isRight: TAKEN_OR_REFUSED.includes(status) }).toEqual({ ...context, isRight: true });
    if (status !== 422) continue;
    expect(["conversion_failed", "invalid_file"]).toContain(String(body.code));
  }
  expect(stop()).toBeLessThan(LONGEST_MS);
});

test.skipIf(!hasFfmpeg)("real ones", async () => {
  const random = randomOf(SEED);
  const source = ["-f", "lavfi", "-i", "testsrc=s=64x48:d=0.4:r=10", "-f", "lavfi", "-i", "sine=d=0.4"];
  for (const name of ["a.mp4", "a.webm", "a.gif", "a.mp3", "a.ogg", "a.m4a"]) {
    const kind = /gif$/.test(name) ? ["-map", "0:v"] : /mp4|webm/.test(name) ? [] : ["-map", "1:a"];
    const bytes = Buffer.from(await made(`${home}/${name}`, ...source, ...kind));
    for (let round = 0; round < ROUNDS / 4; round++) {
      const query = CONVERSIONS[random(CONVERSIONS.length)] ?? "";
      const { status, body } = await upload(mutated(bytes, random), query);
      const context = { seed: SEED, name, round, query, status, detail: body.detail };
      expect({ ...context, isRight: TAKEN_OR_REFUSED.includes(status) }).toEqual({
        ...context,
        isRight: true,
      });
    }
  }
});
