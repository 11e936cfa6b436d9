/** Pictures that a program has drawn on a terminal, read as the terminal would. */
import { inflateSync } from "node:zlib";
import jsQR from "jsqr";
import { visible } from "./terminals.ts";

/** Of grey pixels, 0 is black. */
export type Pixels = { width: number; height: number; grey: Uint8Array };

/** What the QR code of a picture says; null when it can't be read. */
export function qrOf({ width, height, grey }: Pixels): string | null {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [at, shade] of grey.entries()) pixels.fill(shade, at * 4, at * 4 + 3);
  return jsQR(pixels, width, height)?.data ?? null;
}

/** The last picture that was sent by kitty's protocol, once it is whole, with the keys of its first sequence. */
export function kittyPicture(written: string): { pixels: Pixels; keys: Map<string, string> } | null {
  let last: { keys: string; data: string } | null = null;
  let isWhole = false;
  for (const [, keys = "", data = ""] of visible(written).matchAll(/␛_G([^;␛]*);?([^␛]*)␛\\/g)) {
    if (keys.includes("a=T")) last = { keys, data };
    else if (last !== null && /(^|,)m=[01]/.test(keys)) last.data += data;
    else continue;
    isWhole = !/(^|,)m=1/.test(keys);
  }
  if (last === null || !isWhole) return null;
  const keys = new Map(last.keys.split(",").map((pair) => pair.split("=") as [string, string]));
  return { pixels: readPng(Buffer.from(last.data, "base64")), keys };
}

/** The last picture that was sent by iTerm's protocol, with its arguments. */
export function itermPicture(written: string): { pixels: Pixels; keys: Map<string, string> } | null {
  const [, given = "", data = ""] =
    [...visible(written).matchAll(/␛\]1337;File=([^:]*):([^␇]*)␇/g)].at(-1) ?? [];
  if (data === "") return null;
  const keys = new Map(given.split(";").map((pair) => pair.split("=") as [string, string]));
  return { pixels: readPng(Buffer.from(data, "base64")), keys };
}

/** The last picture that was sent in sixels. */
export function sixelPicture(written: string): Pixels | null {
  const [, width = "", height = "", data] =
    [...visible(written).matchAll(/␛P[\d;]*q"1;1;(\d+);(\d+)([^␛]*)␛\\/g)].at(-1) ?? [];
  return data === undefined ? null : readSixels(data, Number(width), Number(height));
}

function readSixels(data: string, width: number, height: number): Pixels {
  const grey = new Uint8Array(width * height).fill(128);
  const shades = new Map<string, number>();
  let [row, column, shade] = [0, 0, 0];
  for (const token of data.match(/#\d+(?:;\d+){4}|#\d+|!\d+[?-~]|[?-~$-]/g) ?? []) {
    const [, colour = "", red] = /^#(\d+)(?:;2;(\d+))?/.exec(token) ?? [];
    if (red !== undefined) shades.set(colour, Number(red) * 2.55);
    else if (colour !== "") shade = shades.get(colour) ?? 128;
    else if (token === "$") column = 0;
    else if (token === "-") [row, column] = [row + 6, 0];
    else {
      const bits = token.charCodeAt(token.length - 1) - 63;
      const run = token.startsWith("!") ? Number(token.slice(1, -1)) : 1;
      for (const end = column + run; column < end; column++)
        for (let bit = 0; bit < 6; bit++) if (bits & (1 << bit)) grey[(row + bit) * width + column] = shade;
    }
  }
  return { width, height, grey };
}

/** Reads a picture of 8 bits a channel, not interlaced (PNG specification, sections 9 and 11). */
function readPng(file: Buffer): Pixels {
  const [width, height, depth, kind] = [file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]];
  const channels = { 0: 1, 2: 3, 6: 4 }[kind ?? -1];
  if (depth !== 8 || channels === undefined) throw new Error(`not read here: depth ${depth}, kind ${kind}`);
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") data.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const lines = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const bytes = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = lines[row * (stride + 1)];
    for (let at = 0; at < stride; at++) {
      const here = row * stride + at;
      const left = at < channels ? 0 : (bytes[here - channels] ?? 0);
      const above = row === 0 ? 0 : (bytes[here - stride] ?? 0);
      const corner = at < channels || row === 0 ? 0 : (bytes[here - stride - channels] ?? 0);
      bytes[here] = (lines[row * (stride + 1) + 1 + at] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  const grey = Uint8Array.from({ length: width * height }, (_, pixel) => bytes[pixel * channels] ?? 0);
  return { width, height, grey };
}

function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return Math.floor((left + above) / 2);
  if (filter !== 4) return 0;
  const guess = left + above - corner;
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ];
  return byLeft <= byAbove && byLeft <= byCorner ? left : byAbove <= byCorner ? above : corner;
}
