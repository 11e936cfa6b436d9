/** Draws what accepting came to as an SVG: requests a second by connections, with the slowest and the fastest round. */
import type { Accepting, AcceptRow } from "./accept.ts";

type Series = { name: string; color: string; of(row: AcceptRow): Accepting | null };
type Scale = (value: number) => number;

const SERIES: readonly Series[] = [
  { name: "without a database", color: "#8c8c8c", of: ({ withoutDatabase }) => withoutDatabase },
  { name: "one row each, in Go", color: "#3b78c4", of: ({ groupCommit }) => groupCommit },
  { name: "Waypost", color: "#1a7f4b", of: ({ waypost }) => waypost },
  { name: "one transaction each", color: "#c4703b", of: ({ onePerRequest }) => onePerRequest },
];
const WIDTH = 760;
const HEIGHT = 380;
const LEFT = 70;
const RIGHT = 580;
const TOP = 40;
const BOTTOM = 320;
const LINES = 5;
/** Names that would lie on each other are moved this far apart. */
const LINE_HEIGHT = 18;

/** Every row is a place on the horizontal axis, in the order given. */
export function plotAccepting(rows: readonly AcceptRow[], machine: string): string {
  const shown = SERIES.filter(({ of }) => rows.every((row) => of(row) !== null));
  const most = roundedUp(Math.max(...rows.flatMap((row) => shown.map(({ of }) => of(row)?.fastest ?? 0))));
  const x: Scale = (nth) => LEFT + 40 + (nth * (RIGHT - LEFT - 80)) / Math.max(1, rows.length - 1);
  const y: Scale = (rate) => BOTTOM - (rate * (BOTTOM - TOP)) / most;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    "<title>Messages accepted a second, by connections</title>",
    `<desc>${escaped(machine)}</desc>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(8, 18, "messages accepted a second", "start"),
    ...grid(most, y),
    ...rows.map(({ connections }, nth) => text(x(nth), BOTTOM + 20, String(connections), "middle")),
    text((LEFT + RIGHT) / 2, BOTTOM + 45, "connections", "middle"),
    ...shown.flatMap((series) => line(series, rows, x, y)),
    ...names(shown, rows.at(-1), y),
    "</svg>",
    "",
  ].join("\n");
}

function grid(most: number, y: Scale): string[] {
  return Array.from({ length: LINES + 1 }, (_, nth) => (most * nth) / LINES).flatMap((rate) => [
    `<path d="M${LEFT} ${y(rate).toFixed(1)}H${RIGHT}" stroke="#ddd"/>`,
    text(LEFT - 8, y(rate) + 4, rate.toLocaleString("en"), "end"),
  ]);
}

function line({ color, of }: Series, rows: readonly AcceptRow[], x: Scale, y: Scale): string[] {
  const points = rows.flatMap((row, nth) => {
    const measured = of(row);
    return measured === null ? [] : [{ ...measured, at: x(nth).toFixed(1) }];
  });
  const path = points.map(({ at, perSecond }) => `${at} ${y(perSecond).toFixed(1)}`).join("L");
  return [
    `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ...points.flatMap(({ at, perSecond, slowest, fastest }) => [
      `<path d="M${at} ${y(slowest).toFixed(1)}V${y(fastest).toFixed(1)}" stroke="${color}"/>`,
      `<circle cx="${at}" cy="${y(perSecond).toFixed(1)}" r="3.5" fill="${color}"/>`,
    ]),
  ];
}

/** Beside the last points, from the top down. */
function names(series: readonly Series[], last: AcceptRow | undefined, y: Scale): string[] {
  if (last === undefined) return [];
  const placed = series
    .map(({ name, color, of }) => ({ name, color, at: y(of(last)?.perSecond ?? 0) + 4 }))
    .sort((one, other) => one.at - other.at);
  let lowest = Number.NEGATIVE_INFINITY;
  return placed.map(({ name, color, at }) => {
    lowest = Math.max(at, lowest + LINE_HEIGHT);
    return text(RIGHT - 28, lowest, name, "start", color);
  });
}

function text(x: number, y: number, words: string, anchor: string, color = "#333"): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${color}">${escaped(words)}</text>`;
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * ([1, 2, 2.5, 5].find((times) => times * power >= value) ?? 10);
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
