import { Box } from "ink";
import { fitText } from "../../lib/text/fit.ts";
import type { Style } from "../../lib/text/style.ts";
import { fill } from "../../ui/fill.ts";
import { Text } from "../../ui/text.tsx";
import { fitColumns, rowLine, titleLine } from "./cells.ts";
import { detailLines, helpLines } from "./details.ts";
import { bodyLines, gapLines, type Size, shareLines } from "./layout.ts";
import { contentsOf, PANES, type Pane } from "./panes.ts";
import { chosenIndex, type TopSession } from "./session.ts";
import { channelsLine, trafficLines } from "./summary.ts";

export type TopViewProps = { session: TopSession; host: string; style: Style } & Size;

/** Columns before each row, for the mark of the chosen one. */
const MARK = 2;

/** The whole view: heading, lists (or one row in full, or the help), keys. A line of the terminal stays free. */
export function TopView(props: TopViewProps) {
  const { columns } = props;
  const lines = [
    ...headingLines(props),
    "",
    ...fill(middleLines(props), bodyLines(props)),
    footerLine(props),
  ];
  return (
    <Box flexDirection="column" width={columns}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
        <Text key={index} wrap="truncate">
          {line === "" ? " " : line}
        </Text>
      ))}
    </Box>
  );
}

/** How far what is shown in place of the lists can be scrolled, and what a page is. */
export function reach(props: TopViewProps): { page: number; lastScroll: number } {
  const page = bodyLines(props);
  const { session } = props;
  if (session.shows !== "panes") return { page, lastScroll: Math.max(0, textLines(props).length - page) };
  return { page: sharesOf(props)[session.pane] ?? page, lastScroll: 0 };
}

function headingLines({ session: { overview, lost }, host, style, columns }: TopViewProps): string[] {
  const traffic = trafficLines(overview, style, columns);
  const state = lost === null ? style.green("●") : style.yellow("○");
  const since = `as of ${overview.now.slice(11, 19)} UTC, retrying: ${lost}`;
  const first =
    lost === null
      ? `${state} ${style.bold(host)}${overview.sandbox ? `  ${style.yellow("SANDBOX")}` : ""}  ${channelsLine(overview, style)}`
      : `${state} ${style.yellow(fitText(since, columns - MARK))}`;
  return [first, ...fill(traffic, 2)];
}

function middleLines(props: TopViewProps): string[] {
  const { session } = props;
  if (session.shows === "panes") return paneLines(props);
  const first = Math.min(session.scroll, reach(props).lastScroll);
  return textLines(props).slice(first, first + bodyLines(props));
}

function textLines({ session, style, columns }: TopViewProps): string[] {
  return session.shows === "help"
    ? helpLines(style, session.overview.sandbox)
    : detailLines(session, columns - 1, style);
}

function paneLines(props: TopViewProps): string[] {
  const shares = sharesOf(props);
  const shown = PANES.filter((pane) => shares[pane] !== undefined);
  const gap = Array.from({ length: gapLines(props) }, () => "");
  return shown.flatMap((pane, index) => [
    ...(index === 0 ? [] : gap),
    ...onePane(props, pane, shares[pane] ?? 0),
  ]);
}

function sharesOf({ session, rows, columns }: TopViewProps) {
  const count = (pane: Pane) => contentsOf(session.overview, pane).rows.length;
  const counts = { channels: 0, lanes: 0, endpoints: 0, errors: 0 };
  for (const pane of PANES) counts[pane] = count(pane);
  return shareLines(counts, session.pane, { rows, columns });
}

function onePane({ session, style, columns: width }: TopViewProps, pane: Pane, height: number): string[] {
  const { columns, rows, nothing } = contentsOf(session.overview, pane);
  const hasFocus = session.pane === pane;
  const drawn = fitColumns(columns, width - MARK - 1);
  const number = PANES.indexOf(pane) + 1;
  const titles = titleLine(drawn, `${number} ${pane.toUpperCase()} ${rows.length}`);
  const title = hasFocus ? style.bold(style.cyan(`▸ ${titles}`)) : style.dim(`  ${titles}`);
  if (rows.length === 0) return [title, style.dim(`  ${nothing}`)];
  const chosen = chosenIndex(session, pane);
  const first = Math.max(0, Math.min(chosen - Math.floor(height / 2), rows.length - height));
  const now = new Date(session.overview.now);
  const lines = rows.slice(first, first + height).map(({ row }, index) => {
    const line = rowLine(drawn, row, now, style);
    const isChosen = hasFocus && first + index === chosen;
    return isChosen ? `${style.cyan("›")} ${style.bold(line)}` : `  ${line}`;
  });
  return [title, ...lines];
}

function footerLine({ session: { shows, notice }, style, columns }: TopViewProps): string {
  if (notice !== null) return fitText(notice, columns - 1);
  const keys = shows === "panes" ? PANE_KEYS : shows === "help" ? HELP_KEYS : DETAIL_KEYS;
  const fitting = keys.find((line) => Bun.stringWidth(line) < columns) ?? "";
  return style.dim(fitting);
}

/** The longest that fits is shown. */
const PANE_KEYS = [
  "↑↓ choose  ·  tab 1-4 lists  ·  enter details  ·  p pause  ·  r resume  ·  ? help  ·  q quit",
  "↑↓ choose · tab lists · enter details · p pause · r resume · ? help · q quit",
  "↑↓ tab enter p r ? q",
];
const DETAIL_KEYS = ["↑↓ scroll  ·  p pause  ·  r resume  ·  esc back  ·  q quit", "esc back · q quit"];
const HELP_KEYS = ["esc back  ·  q quit"];
