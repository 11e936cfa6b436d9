/** A terminal's screen as a picture for web pages: small, sharp at every size, with the page's own fonts. */
import type { IBufferCell, Terminal } from "@xterm/headless";
import { BACKGROUND, BORDER, coloursOf, FOREGROUND } from "./palette.ts";
import { linesOf } from "./recording.ts";
import { blockParts, LINES, SHADES } from "./shapes.ts";

/** Pixels of a cell: a block of half its height is square. */
const WIDTH = 9;
const HEIGHT = 18;
const FONT_SIZE = 15;
/** From a cell's top to the line that letters stand on. */
const BASELINE = 14;
const MARGIN = 14;
const TITLE_BAR = 30;

/** Characters of one look that stand beside one another. */
type Run = { column: number; row: number; text: string; foreground: string; classes: string };

/** Draws the screen; `title` names it, and its text is the picture's description. */
export function toSvg(terminal: Terminal, title: string): string {
  const lines = linesOf(terminal);
  const width = terminal.cols * WIDTH + 2 * MARGIN;
  const height = lines.length * HEIGHT + MARGIN + TITLE_BAR;
  const cells = lines.map((_, row) => cellsOf(terminal, row));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(lines.map(withoutBlocks).join("\n"))}</desc>`,
    STYLE,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${BACKGROUND}" stroke="${BORDER}"/>`,
    ...BUTTONS.map((fill, index) => `<circle cx="${18 + index * 18}" cy="15" r="5.5" fill="${fill}"/>`),
    `<g transform="translate(${MARGIN} ${TITLE_BAR})" fill="${FOREGROUND}">`,
    ...drawBlocks(cells),
    ...drawLines(cells),
    ...cells.flatMap(textRuns).map(drawText),
    "</g>",
    "</svg>",
  ].join("\n")}\n`;
}

const BUTTONS = ["#ff5f57", "#febc2e", "#28c840"] as const;

const STYLE = `<style>text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}.b{font-weight:bold}.d{opacity:.6}.i{font-style:italic}.u{text-decoration:underline}</style>`;

/** Drawings with blocks, such as QR codes, say nothing when they are read aloud. */
function withoutBlocks(line: string): string {
  return [...line]
    .map((character) => (blockParts(character) === null ? character : " "))
    .join("")
    .trimEnd();
}

function cellsOf(terminal: Terminal, row: number): IBufferCell[] {
  const { active } = terminal.buffer;
  const line = active.getLine(active.baseY + row);
  const cells = Array.from({ length: terminal.cols }, (_, column) => line?.getCell(column));
  return cells.filter((cell) => cell !== undefined);
}

/** Backgrounds and block characters: one path for each colour, neighbours joined. */
function drawBlocks(cells: readonly IBufferCell[][]): string[] {
  const spans = new Map<string, Span[]>();
  cells.forEach((line, row) => {
    line.forEach((cell, column) => {
      const { foreground, background } = coloursOf(cell);
      if (background !== BACKGROUND) addSpan(spans, `"${background}"`, place(WHOLE, column, row));
      const shade = SHADES[cell.getChars()];
      if (shade !== undefined)
        addSpan(spans, `"${foreground}" opacity="${shade}"`, place(WHOLE, column, row));
      for (const part of blockParts(cell.getChars()) ?? [])
        addSpan(spans, `"${foreground}"`, place(part, column, row));
    });
  });
  return [...spans].map(
    ([fill, all]) => `<path shape-rendering="crispEdges" fill=${fill} d="${all.map(toPath).join("")}"/>`,
  );
}

type Span = { x: number; y: number; width: number; height: number };

const WHOLE: Span = { x: 0, y: 0, width: 1, height: 1 };

function place({ x, y, width, height }: Span, column: number, row: number): Span {
  return { x: (column + x) * WIDTH, y: (row + y) * HEIGHT, width: width * WIDTH, height: height * HEIGHT };
}

function addSpan(spans: Map<string, Span[]>, fill: string, span: Span): void {
  const all = spans.get(fill) ?? [];
  spans.set(fill, all);
  const before = all.findLast(({ y, height }) => y === span.y && height === span.height);
  if (before !== undefined && before.x + before.width === span.x) before.width += span.width;
  else all.push(span);
}

function toPath({ x, y, width, height }: Span): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/** Lines and corners of boxes: one path for each colour. */
function drawLines(cells: readonly IBufferCell[][]): string[] {
  const paths = new Map<string, string>();
  cells.forEach((line, row) => {
    line.forEach((cell, column) => {
      const arms = LINES[cell.getChars()];
      if (arms === undefined) return;
      const look = `"${coloursOf(cell).foreground}"${cell.isDim() ? ' opacity=".6"' : ""}`;
      paths.set(look, `${paths.get(look) ?? ""}${armPath(arms, cell.getChars(), column, row)}`);
    });
  });
  return [...paths].map(([stroke, path]) => `<path fill="none" stroke=${stroke} d="${path}"/>`);
}

function armPath(arms: string, character: string, column: number, row: number): string {
  const [x, y] = [column * WIDTH + WIDTH / 2, row * HEIGHT + HEIGHT / 2];
  const ends: Record<string, string> = {
    u: `${x} ${y - HEIGHT / 2}`,
    r: `${x + WIDTH / 2} ${y}`,
    d: `${x} ${y + HEIGHT / 2}`,
    l: `${x - WIDTH / 2} ${y}`,
  };
  const [first = "", second = ""] = [...arms].map((arm) => ends[arm] ?? "");
  if ("╭╮╰╯".includes(character)) return `M${first}Q${x} ${y} ${second}`;
  return [...arms].map((arm) => `M${x} ${y}L${ends[arm]}`).join("");
}

/** The letters of a line. Only ASCII ones share a run: others may come from a font of another width. */
function textRuns(cells: readonly IBufferCell[], row: number): Run[] {
  const runs: Run[] = [];
  cells.forEach((cell, column) => {
    const text = cell.getChars() || " ";
    if (blockParts(text) !== null || LINES[text] !== undefined || SHADES[text] !== undefined) return;
    const { foreground } = coloursOf(cell);
    const classes = classesOf(cell);
    const before = runs.at(-1);
    const joins =
      before?.foreground === foreground &&
      before.classes === classes &&
      before.column + before.text.length === column &&
      isAscii(before.text) &&
      isAscii(text);
    if (joins) before.text += text;
    else runs.push({ column, row, text, foreground, classes });
  });
  return runs.filter(({ text }) => text.trim() !== "");
}

function classesOf(cell: IBufferCell): string {
  return [
    cell.isBold() ? "b" : "",
    cell.isDim() ? "d" : "",
    cell.isItalic() ? "i" : "",
    cell.isUnderline() ? "u" : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function isAscii(text: string): boolean {
  return /^[ -~]+$/.test(text);
}

/** As wide as its cells, whatever the font. */
function drawText({ column, row, text: padded, foreground, classes }: Run): string {
  const text = padded.trim();
  const x = (column + padded.length - padded.trimStart().length) * WIDTH;
  const attributes = [
    `x="${x}" y="${row * HEIGHT + BASELINE}" textLength="${Bun.stringWidth(text) * WIDTH}"`,
    isAscii(text) ? "" : ' lengthAdjust="spacingAndGlyphs"',
    foreground === FOREGROUND ? "" : ` fill="${foreground}"`,
    classes === "" ? "" : ` class="${classes}"`,
  ];
  return `<text ${attributes.join("")}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
