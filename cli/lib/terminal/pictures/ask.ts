import { type Answers, readAnswers } from "./answers.ts";
import { CSI, ESC } from "./codes.ts";
import type { Conversation } from "./conversation.ts";
import { ITERM_QUESTION, itermPicture } from "./iterm.ts";
import {
  KITTY_QUESTION,
  kittyErasure,
  kittyPlaced,
  kittySequences,
  MOST_ROWS,
  placeholders,
} from "./kitty.ts";
import { throughTmux } from "./passthrough.ts";
import type { Area, Picture, Pixels } from "./picture.ts";
import { sixels } from "./sixel.ts";

/** How a terminal shows pictures. */
export type Pictures = {
  /** The size of a character. */
  cell: Pixels;
  /** The most rows that a picture may have. */
  mostRows: number;
  /** Draws a picture with its upper left corner at the cursor, in the first column, on so many characters. */
  draw(picture: Picture, area: Area): string;
  /** Takes away what the terminal keeps beside its characters. */
  erase: string;
};

/** What a terminal can draw. */
export type Abilities = {
  pictures: Pictures | null;
  /** It draws sextants itself, whatever its font has. */
  drawsSextants: boolean;
};

/** A terminal at the other end of a slow line answers within this, or counts as one that can't. */
const WITHIN_MS = 1_000;
/** tmux does not answer for the terminal around it: when it hands nothing on, nothing comes. */
const AROUND_MS = 500;

const NAME_QUESTION = `${CSI}>0q`;
const CELL_QUESTIONS = `${CSI}16t${CSI}14t`;
/** Of a character, where only the shape of pictures depends on it. */
const USUAL_CELL = { width: 10, height: 20 };
/** Terminals that draw sextants themselves, by what they answer; the fonts of others often lack them. */
const DRAWS_SEXTANTS = /^(VTE|kitty|foot|WezTerm|ghostty)\b/i;
/** Terminals that know placeholders of kitty's pictures. */
const KNOWS_PLACEHOLDERS = /^(kitty|ghostty)\b/i;

/**
 * Asks a terminal what it can draw. The first questions are harmless wherever they arrive; the others could be printed
 * by a terminal that does not know them, and are for those that say who they are.
 */
export async function askTerminal(conversation: Conversation, window: Area): Promise<Abilities> {
  const first = await conversation.ask(NAME_QUESTION + CELL_QUESTIONS, { withinMs: WITHIN_MS });
  const own = readAnswers(first, window);
  if (own.name?.startsWith("tmux")) return insideTmux(await askAround(conversation, window), own.cell);
  const more = own.name === null ? "" : KITTY_QUESTION + ITERM_QUESTION;
  const second = more === "" ? "" : await conversation.ask(more, { withinMs: WITHIN_MS });
  const answers = { ...readAnswers(first + second, window), sixel: own.sixel };
  return { pictures: picturesOf(answers), drawsSextants: drawsSextants(answers) };
}

/** Asks for the size of a character once more: fonts are changed, too. */
export async function askCell(conversation: Conversation, window: Area): Promise<Pixels | null> {
  return readAnswers(await conversation.ask(CELL_QUESTIONS, { withinMs: WITHIN_MS }), window).cell;
}

function askAround(conversation: Conversation, window: Area): Promise<Answers> {
  const isEnough = (said: string) => {
    const { name, kitty } = readAnswers(said, window);
    return name !== null && (kitty || !KNOWS_PLACEHOLDERS.test(name));
  };
  return conversation
    .ask(throughTmux(KITTY_QUESTION) + throughTmux(NAME_QUESTION), { withinMs: AROUND_MS, isEnough })
    .then((said) => readAnswers(said, window));
}

function drawsSextants({ name }: Answers): boolean {
  return name !== null && DRAWS_SEXTANTS.test(name);
}

function picturesOf({ kitty, iterm, sixel, cell }: Answers): Pictures | null {
  if (cell === null) return null;
  const id = pictureId();
  const mostRows = Number.POSITIVE_INFINITY;
  if (kitty)
    return {
      cell,
      mostRows,
      draw: (picture) => kittySequences(picture, id).join(""),
      erase: kittyErasure(id),
    };
  if (iterm) return { cell, mostRows, draw: kept(itermPicture), erase: "" };
  return sixel ? { cell, mostRows, draw: kept(sixels), erase: "" } : null;
}

/** tmux knows no pictures of kitty, and moves what it shows: they have to be made of characters. */
function insideTmux(around: Answers, cell: Pixels | null): Abilities {
  const { name, kitty } = around;
  const isKnown = kitty && name !== null && KNOWS_PLACEHOLDERS.test(name);
  if (!isKnown) return { pictures: null, drawsSextants: drawsSextants(around) };
  const id = pictureId();
  const draw = (picture: Picture, area: Area) =>
    kittyPlaced(picture, id, area).map(throughTmux).join("") + placeholders(id, area).join("\r\n");
  const erase = throughTmux(kittyErasure(id));
  const pictures = { cell: cell ?? USUAL_CELL, mostRows: MOST_ROWS, draw: kept(draw), erase };
  return { pictures, drawsSextants: true };
}

/** A drawing after which the cursor is where it was (DECSC, DECRC). */
function kept(draw: Pictures["draw"]): Pictures["draw"] {
  return (picture, area) => `${ESC}7${draw(picture, area)}${ESC}8`;
}

/** Below 2^24, and not that of another program in the same terminal. */
function pictureId(): number {
  return process.pid & 0xffffff || 1;
}
