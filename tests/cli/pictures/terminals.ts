/** What terminals answer when they are asked what they can draw: as recorded of them, and of some that say nothing. */

/** The end of what is typed at: a screen, or a run. */
export type Asked = {
  written(): string;
  changed(): Promise<unknown>;
  type(text: string): void;
};

type Question = "name" | "cell" | "window" | "attributes" | "kitty" | "iterm";
export type TerminalKind = {
  /** Answers to the questions that it knows. */
  says: Partial<Record<Question, string>>;
  /** The terminal around it, if it hands on what is meant for that one. */
  around?: TerminalKind;
  /** How long an answer takes. */
  afterMs?: number;
};

/** As they are written by `visible`. */
const QUESTIONS: ReadonlyArray<[Question, RegExp]> = [
  ["name", /^␛\[>0?q/],
  ["cell", /^␛\[16t/],
  ["window", /^␛\[14t/],
  ["attributes", /^␛\[c/],
  ["kitty", /^␛_Gi=31,[^␛]*a=q[^␛]*␛\\/],
  ["iterm", /^␛\]1337;ReportCellSize␇/],
];
/** A sequence that tmux hands on, with each escape character twice. */
const HANDED_ON = /^␛Ptmux;((?:␛␛|[^␛])*)␛\\/;
/** The beginning of a control sequence whose end has not come. */
const BEGUN = /^␛(\[[>?]?[\d;]*|[_P\]](?:␛␛|[^␛␇])*␛?)?$/;

/** What was written, with signs for its control characters. */
export function visible(written: string): string {
  return written.replaceAll("\u001b", "␛").replaceAll("\u0007", "␇");
}

/** No question is longer. */
const MOST_LONG = 1_000;

const nameOf = (name: string) => `\u001bP>|${name}\u001b\\`;

export const KITTY: TerminalKind = {
  says: {
    name: nameOf("kitty(0.42.1)"),
    cell: "\u001b[6;20;10t",
    window: "\u001b[4;480;800t",
    attributes: "\u001b[?62;52;c",
    kitty: "\u001b_Gi=31;OK\u001b\\",
  },
};
export const ITERM: TerminalKind = {
  says: {
    name: nameOf("iTerm2 3.5.14"),
    cell: "\u001b[6;17;8t",
    attributes: "\u001b[?64;1;2;4;6;17;18;21;22;52c",
    iterm: "\u001b]1337;ReportCellSize=17.0;8.0;2.0\u001b\\",
  },
};
/** `xterm -ti vt340`. */
export const VT340: TerminalKind = {
  says: {
    name: nameOf("XTerm(401)"),
    window: "\u001b[4;312;480t",
    attributes: "\u001b[?63;1;2;3;4;6;8;9;15;22c",
  },
};
export const GNOME: TerminalKind = {
  says: { name: nameOf("VTE(7600)"), cell: "\u001b[6;18;9t", attributes: "\u001b[?65;1;9c" },
};
/** It knows what each terminal knows. */
export const TERMINAL_APP: TerminalKind = { says: { attributes: "\u001b[?1;2c" } };
export const SILENT: TerminalKind = { says: {} };
export const TMUX: TerminalKind = { says: { name: nameOf("tmux 3.4"), attributes: "\u001b[?1;2;4c" } };
/** With `allow-passthrough on`. */
export const TMUX_IN_KITTY: TerminalKind = { ...TMUX, around: KITTY };
/** At the other end of a slow line. */
export const SLOW_KITTY: TerminalKind = { ...KITTY, afterMs: 300 };
/** So far away that nobody waits for the answers. */
export const FAR_KITTY: TerminalKind = { ...KITTY, afterMs: 1_500 };

/** Answers what a program asks, until it has ended. */
export async function answerAs(kind: TerminalKind, asked: Asked, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let read = 0;
  while (!isOver) {
    const change = asked.changed();
    const written = visible(asked.written());
    while (read < written.length) {
      const rest = written.slice(read, read + MOST_LONG);
      // an answer is given once the whole question is there
      if (rest.length < MOST_LONG && BEGUN.test(rest)) break;
      const { length, answer } = answerTo(kind, rest);
      read += length;
      if (answer === "") continue;
      if (kind.afterMs === undefined) asked.type(answer);
      else setTimeout(() => isOver || asked.type(answer), kind.afterMs);
    }
    await change;
    // a program that has ended changes nothing more, and its last words are still to come
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What is answered to the first that was written, and how much that is. */
function answerTo({ says, around }: TerminalKind, rest: string): { length: number; answer: string } {
  const [sequence = "", handedOn] = HANDED_ON.exec(rest) ?? [];
  if (handedOn !== undefined) {
    const answer = around === undefined ? "" : answerTo(around, handedOn.replaceAll("␛␛", "␛")).answer;
    return { length: sequence.length, answer };
  }
  for (const [question, pattern] of QUESTIONS) {
    const [asked] = pattern.exec(rest) ?? [];
    if (asked !== undefined) return { length: asked.length, answer: says[question] ?? "" };
  }
  return { length: 1, answer: "" };
}
