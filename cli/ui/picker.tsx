import { Box, render, useInput } from "ink";
import { useReducer, useRef } from "react";
import type { Choice } from "../lib/command/resources.ts";
import { interrupted } from "../lib/failures/failure.ts";
import { restoreOnInterrupt } from "../lib/terminal/interrupt.ts";
import { DRAWN_AT_ONCE } from "./drawn-at-once.ts";
import { Text } from "./text.tsx";

const SHOWN = 10;

/**
 * Asks on standard error for one of some things: arrows move, letters narrow
 * down, Enter chooses. Returns its id and takes the drawing away; Escape
 * and Ctrl-C reject as interrupted.
 */
export async function openPicker(
  question: string,
  choices: readonly Choice[],
  colours: boolean,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const view = (
    <Picker {...{ question, choices, colours }} onPick={resolve} onLeave={() => reject(interrupted())} />
  );
  // Before the drawing: the user may type as soon as it is shown.
  process.stdin.setRawMode(true);
  const drawing = render(view, { stdout: process.stderr, ...DRAWN_AT_ONCE });
  const close = () => {
    release();
    drawing.clear();
    drawing.unmount();
  };
  const release = restoreOnInterrupt(close);
  return await promise.finally(close);
}

type PickerProps = {
  question: string;
  choices: readonly Choice[];
  colours: boolean;
  onPick: (id: string) => void;
  onLeave: () => void;
};

function Picker({ question, choices, colours, onPick, onLeave }: PickerProps) {
  // not a state: several keys may come before the first of them is drawn
  const answer = useRef({ typed: "", at: 0 });
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const change = (typed: string, at: number) => {
    answer.current = { typed, at };
    draw();
  };
  const { typed, found, chosen } = narrowed(choices, answer.current);
  useInput((input, key) => {
    const { typed, found, chosen } = narrowed(choices, answer.current);
    if (key.escape || (key.ctrl && input === "c")) return onLeave();
    if (key.upArrow) return change(typed, Math.max(0, chosen - 1));
    if (key.downArrow) return change(typed, Math.min(found.length - 1, chosen + 1));
    if (key.backspace || key.delete) return change(typed.slice(0, -1), 0);
    const { id } = found[chosen] ?? {};
    if (key.return) return id === undefined ? undefined : onPick(id);
    if (!key.ctrl && !key.meta && input !== "") change(typed + input, 0);
  });
  const first = Math.max(0, Math.min(chosen - SHOWN + 1, found.length - SHOWN));
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">
        {question}: {typed}
      </Text>
      {found.slice(first, first + SHOWN).map((choice, index) => (
        <Line key={choice.id} {...choice} isChosen={first + index === chosen} colours={colours} />
      ))}
      <Text dimColor={colours}>{`${found.length} of ${choices.length}; arrows, letters, Enter`}</Text>
    </Box>
  );
}

function Line({ id, label, isChosen, colours }: Choice & { isChosen: boolean; colours: boolean }) {
  return (
    <Text wrap="truncate" {...(isChosen && colours ? { color: "cyan" } : {})}>
      {isChosen ? "> " : "  "}
      {id} {label}
    </Text>
  );
}

function narrowed(choices: readonly Choice[], { typed, at }: { typed: string; at: number }) {
  const found = choices.filter((choice) => matches(choice, typed));
  return { typed, found, chosen: Math.min(at, Math.max(0, found.length - 1)) };
}

function matches({ id, label }: Choice, typed: string): boolean {
  const text = `${id} ${label}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(" ")
    .every((word) => text.includes(word));
}
