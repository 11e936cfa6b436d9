/** `waypost channels pair` in a window of 80 by 24: the code as a picture, on terminals that say they show pictures. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { clean, openScreen, type Screen } from "../flows/terminal.ts";
import { qrOnScreen } from "../qr-screen.ts";
import { itermPicture, kittyPicture, type Pixels, qrOf, sixelPicture } from "./pixels.ts";
import * as terminals from "./terminals.ts";
import { answerAs, type TerminalKind, visible } from "./terminals.ts";

let site: PairingSite;
let env: Record<string, string>;
let number = 15557060000;

beforeAll(async () => {
  site = await startPairingSite();
  env = { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key };
});
afterAll(() => site.stop());

const SIZE = { columns: 80, rows: 24 };

/** Begins a pairing of a new channel on such a terminal. */
async function pairOn(kind: TerminalKind, words: string[] = [], size = SIZE) {
  const id = await site.newChannel();
  const screen = openScreen(["channels", "pair", id, ...words], { env, size });
  const ended = screen.ended();
  void answerAs(kind, screen, ended);
  return { id, screen, ended };
}

/** What `find` finds in what is drawn, as soon as there is one. */
async function drawn<Found>(
  screen: Screen,
  find: () => Found | null | Promise<Found | null>,
): Promise<Found> {
  const giveUpAt = Date.now() + 60_000;
  while (true) {
    const change = screen.changed();
    const found = await find();
    if (found !== null) return found;
    if (Date.now() > giveUpAt) throw new Error(`not drawn:\n${(await screen.lines()).join("\n")}`);
    await Promise.race([change, Bun.sleep(500)]);
  }
}

/** The code is scanned, and the number connected; the terminal is left as it was found, without the drawing. */
async function scanned(screen: Screen, ended: ReturnType<Screen["ended"]>, qr: string): Promise<void> {
  number += 1;
  await site.web.control.scan(String(number), qr);
  expect(await ended).toEqual(clean(0));
  const shown = (await screen.lines()).join("\n");
  expect(shown).toMatch(new RegExp(`status +connected\\n[\\s\\S]*number +\\+${number}`));
  expect(shown).not.toMatch(/Linked devices|[▀▄█\u{1fb00}-\u{1fb3b}\u{10eeee}]|;OK|\d+;\d+t/u);
}

const dataOf = (pixels: Pixels | undefined | null) => (pixels == null ? null : qrOf(pixels));

test.each<
  [string, TerminalKind, (written: string) => Pixels | null | undefined, { width: number; height: number }]
>([
  ["kitty", terminals.KITTY, (written) => kittyPicture(written)?.pixels, { width: 10, height: 20 }],
  ["iTerm", terminals.ITERM, (written) => itermPicture(written)?.pixels, { width: 8, height: 17 }],
  ["xterm as a VT340", terminals.VT340, sixelPicture, { width: 6, height: 13 }],
])("on %s, the code is a picture that fits beside the words", async (_, kind, pictureOf, cell) => {
  const { screen, ended } = await pairOn(kind);
  await screen.shows(/Linked devices[\s\S]*a new one in \d+ s/);
  const pixels = await drawn(screen, () => pictureOf(screen.written()) ?? null);
  const lines = await screen.lines();
  const top = lines.findIndex((line) => line.includes("Scan this with"));
  const left = lines[top]?.indexOf("Scan this with") ?? 0;
  // one line stays free, and no character stands on the picture
  expect(top + Math.ceil(pixels.height / cell.height)).toBeLessThanOrEqual(SIZE.rows - 1);
  expect(left).toBeGreaterThan(pixels.width / cell.width);
  for (const line of lines.slice(top, top + 7)) expect(line.slice(0, left)).toMatch(/^ *$/);
  expect(pixels.width % 1).toBe(0);
  await scanned(screen, ended, dataOf(pixels) ?? "");
});

test("inside tmux in kitty, the picture is made of characters that tmux moves with the rest", async () => {
  const { screen, ended } = await pairOn(terminals.TMUX_IN_KITTY);
  const placeholders = /\u{10eeee}/gu;
  const lines = await drawn(screen, async () => {
    const seen = await screen.lines();
    return seen.join("").match(placeholders) === null ? null : seen;
  });
  const rows = lines.filter((line) => line.includes("\u{10eeee}"));
  const handedOn = [...visible(screen.written()).matchAll(/␛Ptmux;((?:␛␛|[^␛])*)␛\\/g)];
  const sent = kittyPicture(handedOn.map(([, text = ""]) => text.replaceAll("␛␛", "␛")).join(""));
  expect(rows).toHaveLength(Number(sent?.keys.get("r")));
  for (const row of rows) expect(row.match(placeholders)).toHaveLength(Number(sent?.keys.get("c")));
  await scanned(screen, ended, dataOf(sent?.pixels) ?? "");
});

test("a terminal that draws sextants itself, as it says, shows the code with them", async () => {
  const { screen, ended } = await pairOn(terminals.GNOME);
  const qr = await drawn(screen, () => qrOnScreen(screen.written(), SIZE.columns, SIZE.rows));
  expect(screen.written()).toMatch(/[\u{1fb00}-\u{1fb3b}]/u);
  await scanned(screen, ended, qr);
});

test.each<[string, TerminalKind]>([
  ["that knows no pictures", terminals.TERMINAL_APP],
  ["that answers nothing", terminals.SILENT],
  ["in tmux that hands nothing on", terminals.TMUX],
])("on a terminal %s, a link and a code to type are shown instead", async (_, kind) => {
  const { id, screen, ended } = await pairOn(kind);
  const shown = await screen.shows(/open this link[^:]*:\nhttp:\/\/[^\s]+\/pair\/\S+\n/);
  expect(shown).toContain(`waypost channels pair ${id} --code --phone <number>`);
  expect(shown).toMatch(/Make the window larger \(\d+ x \d+\)/);
  const page = /(http:\S+\/pair\/\S+)/.exec(shown)?.[1] ?? "";
  expect((await fetch(page)).status).toBe(200);
  screen.type("\u0003");
  expect(await ended).toEqual(clean(130));
  // nobody pairs through it any more
  expect((await fetch(page)).status).toBe(410);
});

test("a window that is made larger shows the code in half blocks, and a smaller one the link again", async () => {
  const { screen, ended } = await pairOn(terminals.SILENT);
  await screen.shows("open this link");
  screen.resize({ columns: 120, rows: 50 });
  await drawn(screen, () => qrOnScreen(screen.written(), 120, 50));
  screen.resize(SIZE);
  await screen.shows(/^(?![\s\S]*█)[\s\S]*open this link/);
  screen.resize({ columns: 120, rows: 50 });
  await scanned(screen, ended, await drawn(screen, () => qrOnScreen(screen.written(), 120, 50)));
});

test("a picture is drawn again in the size that the window leaves", async () => {
  const { screen, ended } = await pairOn(terminals.KITTY);
  const widthOf = () => kittyPicture(screen.written())?.pixels.width ?? null;
  const first = await drawn(screen, widthOf);
  screen.resize({ columns: 80, rows: 16 });
  const smaller = await drawn(screen, () => (widthOf() === first ? null : widthOf()));
  expect(smaller).toBeLessThan(first);
  // the one before is taken away, which its terminal keeps apart from the characters
  expect(visible(screen.written())).toContain("␛_Ga=d,d=I,");
  await screen.shows("Scan this with");
  await scanned(screen, ended, dataOf(kittyPicture(screen.written())?.pixels) ?? "");
});
