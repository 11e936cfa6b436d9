/** Files made to harm their reader: accepted as they are, or refused, at once and with little memory. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { newHome } from "../cli/run-cli.ts";
import { hasFfmpeg, made } from "../support/ffmpeg.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { blackPng } from "../support/pictures.ts";
import { until } from "../support/until.ts";

const home = newHome();
const waypost = ownDaemon({ config: { home } });

type Bytes = Uint8Array<ArrayBuffer>;

async function upload(body: Bytes, query = "", headers: Record<string, string> = {}) {
  const response = await fetch(`${waypost.url}/v1/media${query}`, {
    method: "POST",
    headers: { "x-api-key": waypost.key, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const incoming = () => readdirSync(join(home, "media/incoming"));

/** A file whose header says that its picture has so many pixels; where in it, and in how many bytes. */
function swollen(bytes: Bytes, marker: string, at: number, side: number, order: "BE" | "LE"): Bytes {
  const copy = Buffer.from(bytes);
  const place = copy.indexOf(marker, 0, "latin1") + at;
  for (const offset of [0, 2]) {
    if (order === "BE") copy.writeUInt16BE(side, place + offset);
    else copy.writeUInt16LE(side, place + offset);
  }
  return new Uint8Array(copy);
}

test.skipIf(!hasFfmpeg)("pictures of too many pixels are not unpacked, whatever their form", async () => {
  const picture = (name: string, ...args: string[]) =>
    made(join(home, name), "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", ...args);
  const bombs: Record<string, Bytes> = {
    png: blackPng(100_000),
    // what memory has room for, but no phone shows
    "large png": blackPng(8000),
    gif: swollen(await picture("a.gif"), "GIF89a", 6, 65_535, "LE"),
    jpeg: swollen(await picture("a.jpg"), "\xff\xc0", 5, 65_500, "BE"),
    webp: swollen(await picture("a.webp", "-lossless", "0"), "\x9d\x01\x2a", 3, 16_383, "LE"),
  };
  for (const [form, bytes] of Object.entries(bombs)) {
    for (const target of ["image", "sticker"]) {
      const { status, body } = await upload(bytes, `?convert=${target}`);
      expect([form, target, status, body.code]).toEqual([form, target, 422, "conversion_failed"]);
    }
  }
  expect(incoming()).toEqual([]);
});

test.skipIf(!hasFfmpeg)(
  "a video with a broken index is measured as far as that goes, and not converted",
  async () => {
    const args = [
      "-f",
      "lavfi",
      "-i",
      "testsrc=s=320x240:d=1:r=10",
      "-pix_fmt",
      "yuv420p",
      "-c:v",
      "libx264",
    ];
    const good = Buffer.from(await made(join(home, "good.mp4"), ...args));
    const broken: [string, (bytes: Buffer) => void][] = [
      ["an index that is cut off", (bytes) => bytes.fill(0, bytes.indexOf("moov") + 4)],
      [
        "tables that say they are endless",
        (bytes) => bytes.fill(0xff, bytes.indexOf("stsz") + 8, bytes.indexOf("stsz") + 16),
      ],
      [
        "offsets outside the file",
        (bytes) => bytes.fill(0xf0, bytes.indexOf("stco") + 12, bytes.indexOf("stco") + 16),
      ],
      ["a box that holds itself", (bytes) => bytes.writeUInt32BE(0, bytes.indexOf("trak") - 4)],
      ["boxes of no length", (bytes) => bytes.fill(0, bytes.indexOf("mdia") - 4, bytes.indexOf("mdia"))],
      ["an encoding of no known name", (bytes) => bytes.write("none", bytes.indexOf("avc1"), "latin1")],
    ];
    for (const [name, damage] of broken) {
      const bytes = Buffer.from(good);
      damage(bytes);
      const taken = await upload(new Uint8Array(bytes));
      expect([name, taken.status, taken.body.mime_type]).toEqual([name, 201, "video/mp4"]);
      const { status, body } = await upload(new Uint8Array(bytes), "?convert=video");
      expect([name, [201, 422].includes(status), String(body.code ?? "conversion_failed")]).toEqual([
        ...[name, true, "conversion_failed"],
      ]);
    }
    expect(incoming()).toEqual([]);
  },
);

test("two kinds in one file are served as the one that their first bytes show, to be downloaded where scripts could run", async () => {
  const page = "<html><script>alert(1)</script></html>";
  const archive = "PK\x03\x04\x14\0\0\0\0\0";
  const polyglots: [string, string, string][] = [
    [`\xff\xd8\xff\xe0${page}${archive}`, "image/jpeg", "inline"],
    [`\x89PNG\r\n\x1a\n${page}`, "image/png", "inline"],
    [`%PDF-1.7\n${page}${archive}`, "application/pdf", "attachment"],
    [`${archive}${page}`, "application/zip", "attachment"],
    [
      `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
      "image/svg+xml",
      "attachment",
    ],
    [page, "text/html", "attachment"],
    ["MZ\x90\0%PDF-1.7", "application/vnd.microsoft.portable-executable", "attachment"],
  ];
  for (const [text, type, way] of polyglots) {
    const { body } = await upload(new Uint8Array(Buffer.from(text, "latin1")), "", {
      "content-type": "application/octet-stream",
    });
    const answer = await fetch(`${waypost.url}/v1/media/${body.id}`, {
      headers: { "x-api-key": waypost.key },
    });
    await answer.arrayBuffer();
    const disposition = answer.headers.get("content-disposition")?.split(";")[0];
    expect([answer.headers.get("content-type"), disposition]).toEqual([type, way]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  }
});

test.each([
  ["../../../etc/passwd", "passwd"],
  ["C:\\Windows\\system.ini", "system.ini"],
  ["..", null],
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["a\r\nset-cookie: b=c\0.pdf", "aset-cookie: b=c.pdf"],
  [`${"n".repeat(300)}.pdf`, `${"n".repeat(251)}.pdf`],
])("the name %j is stored as %j, and no header is made of it", async (name, expected) => {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  const bytes = new Uint8Array(Buffer.from(crypto.randomUUID()));
  const { status, body } = await upload(bytes, "", { "content-disposition": disposition });
  expect([status, body.filename]).toEqual([201, expected]);
  const answer = await fetch(`${waypost.url}/v1/media/${body.id}`, { headers: { "x-api-key": waypost.key } });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
  expect(answer.headers.get("content-disposition")).toContain(`filename="${expected ?? body.id}"`);
});

test.each([
  ["a drawing that poses as a WebP, of endless size", "<svg    WEBP width='1e30' height='2e30'></svg>"],
  ["one of half a pixel", "<svg    WEBP width='1.5' height='2.5'></svg>"],
  [
    "a PNG of more pixels than can be counted",
    `\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR${"\xff".repeat(8)}\x08\0\0\0\0`,
  ],
  ["a WebP of an unknown kind", `RIFF\xff\xff\xff\xffWEBPVP8?${"\xff".repeat(40)}`],
])("%s is taken without a size", async (_, text) => {
  const { status, body } = await upload(new Uint8Array(Buffer.from(text, "latin1")));
  expect([status, body.width, body.height]).toEqual([201, null, null]);
});

/** A WebP of so many bytes, of which its header says whether it moves. */
function webp(size: number, flags: number): Bytes {
  const bytes = Buffer.alloc(size, crypto.randomUUID());
  bytes.write("RIFF    WEBPVP8X\x0a\0\0\0", "latin1");
  bytes[20] = flags;
  bytes.set([0xff, 0x01, 0, 0xff, 0x01, 0], 24);
  return new Uint8Array(bytes);
}

test("a static sticker has at most 100 KiB when it is uploaded, an animated one 500 KiB", async () => {
  const ANIMATED = 0x02;
  expect((await upload(webp(100 * 1024, 0))).status).toBe(201);
  expect((await upload(webp(500 * 1024, ANIMATED), "?as=sticker")).status).toBe(201);
  for (const query of ["", "?as=sticker"]) {
    const { status, body } = await upload(webp(100 * 1024 + 1, 0), query);
    expect([status, body.code, body.limit]).toEqual([413, "too_large", 100 * 1024]);
    expect(body.detail).toBe(
      "a static picture to send as sticker has at most 102400 bytes; upload it with ?convert=sticker to make it smaller, or with ?as=document to send it as a document",
    );
  }
  expect((await upload(webp(500 * 1024 + 1, ANIMATED))).body.limit).toBe(500 * 1024);
  expect((await upload(webp(200 * 1024, 0), "?as=document")).status).toBe(201);
});

/** The same frame as often as it fits. */
function frames(frame: Buffer, size: number): Bytes {
  return new Uint8Array(Buffer.alloc(size - (size % frame.length), frame));
}

function frame(size: number, ...header: number[]): Buffer {
  return Buffer.concat([Buffer.from(header), Buffer.alloc(size)], size);
}

test.each([
  ["an MP3 with checksums", "audio/mpeg", frame(417, 0xff, 0xfa, 0x90, 0x00), 1152 / 44_100],
  ["one of MPEG-2 with checksums", "audio/mpeg", frame(208, 0xff, 0xf2, 0x80, 0x00), 576 / 22_050],
  ["one of MPEG-2.5", "audio/mpeg", frame(417, 0xff, 0xe3, 0x80, 0x00), 576 / 11_025],
  ["AAC with checksums", "audio/aac", frame(186, 0xff, 0xf0, 0x50, 0x80, 0x17, 0x5f, 0xfc), 1024 / 44_100],
])("%s is taken as what it is, with its length", async (_, type, one, seconds) => {
  const { status, body } = await upload(frames(one, 100_000), "?as=audio");
  expect([status, body.mime_type]).toEqual([201, type]);
  const whole = Math.floor(100_000 / one.length) * seconds;
  expect(Math.abs((body.duration_seconds as number) - whole)).toBeLessThan(whole / 20);
});

test("millions of frames of some bytes each are given up, and nothing is read of them any more", async () => {
  const tiny = frame(8, 0xff, 0xf1, 0x50, 0x80, 0x01, 0x1f, 0xfc);
  const { status, body } = await upload(frames(tiny, 16 * 1024 ** 2));
  expect([status, body.mime_type, body.duration_seconds]).toEqual([201, "audio/aac", null]);
  // the file is not open for reading any more: only Linux can show it
  await until(() => openFiles().length === 0);
});

/** The daemon's own files that this process has open. */
function openFiles(): string[] {
  if (!existsSync("/proc/self/fd")) return [];
  const targets = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return targets.filter((target) => target.startsWith(join(home, "media")));
}
