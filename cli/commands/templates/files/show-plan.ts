import { printRows } from "../../../lib/actions/list.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import type { Column } from "../../../lib/output/column.ts";
import type { Style } from "../../../lib/text/style.ts";
import type { Step } from "./plan.ts";
import { changeLines } from "./show-changes.ts";

/** A step of a push as it is printed, before or after it was done. */
export type ShownStep = {
  name: string;
  language: string;
  action: Step["action"];
  file: string | null;
  /** Its status at the daemon: null before it is created, and after it is deleted. */
  status: string | null;
  /** Why it can't be done, or was not. */
  why: string | null;
};

export const stepColumns: Column<ShownStep>[] = [
  { title: "action", value: ({ action }) => action },
  { title: "name", value: ({ name }) => name },
  { title: "language", value: ({ language }) => language },
  { title: "status", value: ({ status }) => status, kind: "status" },
  { title: "file", value: ({ file }) => file },
  { title: "why", value: ({ why }) => why },
];

const SIGNS: Record<Step["action"], string> = {
  create: "+",
  edit: "~",
  delete: "-",
  refuse: "!",
  keep: " ",
  none: " ",
};

export function shownStep(step: Step): ShownStep {
  const { name, language, filed, known } = step.pair;
  return {
    ...{ name, language, action: step.action, file: filed?.file ?? null, status: known?.status ?? null },
    why: step.action === "refuse" ? step.why : null,
  };
}

/** Prints what a push is going to do: on a terminal with what differs, in a pipe one row for each template. */
export async function showPlan(cli: Cli, steps: readonly Step[]): Promise<void> {
  const { output } = cli;
  if (output.format !== "terminal") return await printRows(cli, { data: steps.map(shownStep) }, stepColumns);
  const doing = steps.filter(({ action }) => action !== "none" && action !== "keep");
  for (const step of doing) await output.line(shownStep(step), linesOf(step, output.dataStyle).join("\n"));
}

function linesOf(step: Step, style: Style): string[] {
  const { name, language, changes } = step.pair;
  const why = step.action === "refuse" ? `  ${step.why}` : "";
  const title = `${SIGNS[step.action]} ${step.action.padEnd(6)}  ${style.bold(name)} ${language}${why}`;
  return step.action === "edit" ? [title, ...changeLines(changes, style)] : [title];
}

/** A plan in one sentence. */
export function summaryOf(steps: readonly Step[]): string {
  const count = (action: Step["action"]) => steps.filter((step) => step.action === action).length;
  const parts = [
    ...[`${count("create")} to create`, `${count("edit")} to edit`, `${count("delete")} to delete`],
    ...[`${count("none")} unchanged`],
  ];
  const refused = count("refuse") === 0 ? "" : `, ${count("refuse")} that can't be edited now`;
  const kept = count("keep");
  const others = kept === 0 ? "" : ` ${kept} of the account are not in the folder; --prune deletes them.`;
  return `${parts.join(", ")}${refused}.${others}`;
}
