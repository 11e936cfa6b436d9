/** A terminal's screen, drawn as a picture. */
import { expect, test } from "bun:test";
import { Terminal } from "@xterm/headless";
import jsQR from "jsqr";
import { drawQr, qrModules } from "../../cli/commands/channels/pairing/draw-qr.ts";
import { toSvg } from "../../scripts/lib/screens/svg.ts";

const QR_TEXT = "https://wa.me/settings/linked_devices#2@abcdefgh";

async function draw(written: string, columns = 40, rows = 30): Promise<string> {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  return toSvg(terminal, "A <title>");
}

test.each([
  ["half blocks", 30],
  ["sextants", 16],
])("a QR code of %s can be scanned from the picture", async (_, rows) => {
  const lines = drawQr(qrModules(QR_TEXT), { columns: 40, rows }, { sextants: true }) ?? [];
  const svg = await draw(
    lines.map((line) => `\u001b[38;2;0;0;0;48;2;255;255;255m${line}\u001b[0m`).join("\r\n"),
  );
  expect(readQr(svg)).toBe(QR_TEXT);
});

test("letters of one look are one text, as wide as their cells; others stand alone", async () => {
  const svg = await draw("\u001b[32mone two\u001b[39m ● \u001b[1;2mx<y\u001b[0m");
  expect(svg.match(/<text .*<\/text>/g)).toEqual([
    '<text x="0" y="14" textLength="63" fill="#3fb950">one two</text>',
    '<text x="72" y="14" textLength="9" lengthAdjust="spacingAndGlyphs">●</text>',
    '<text x="90" y="14" textLength="27" class="b d">x&lt;y</text>',
  ]);
});

test("lines of a box meet, and corners are round where they are round", async () => {
  const svg = await draw("╭─\r\n│");
  expect(svg).toContain('d="M9 9Q4.5 9 4.5 18M13.5 9L18 9M13.5 9L9 9M4.5 27L4.5 18M4.5 27L4.5 36"');
});

test("its text can be read aloud, without what is drawn with blocks", async () => {
  const svg = await draw("▀▄█ scan & pay\r\n\r\nthis");
  expect(svg).toContain("<title>A &lt;title&gt;</title>");
  expect(svg).toContain("<desc>    scan &amp; pay\n\nthis</desc>");
});

/** Looks at the picture's rectangles as a camera would. */
function readQr(svg: string): string | null {
  const [width, height, scale] = [360, 560, 2];
  const pixels = new Uint8ClampedArray(width * height * scale * scale * 4).fill(128);
  for (const [, colour = "", path = ""] of svg.matchAll(/<path shape[^>]*fill="(#\w+)" d="([^"]*)"/g)) {
    const shade = Number.parseInt(colour.slice(1, 3), 16);
    for (const [, ...numbers] of path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g)) {
      const [x = 0, y = 0, across = 0, down = 0] = numbers.map((number) => Number(number) * scale);
      for (let row = y; row < y + down; row++)
        pixels.fill(shade, (row * width * scale + x) * 4, (row * width * scale + x + across) * 4);
    }
  }
  return jsQR(pixels, width * scale, height * scale)?.data ?? null;
}
