import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const ID = "imp_01JDB2M5S8V0ZC3K7Q2M4N6P93";

export const listShape = {
  arguments: {},
  options: {
    ...pagingOptions,
    status: { value: "status", description: "queued, running, completed, failed or cancelled" },
  },
} as const;
export const getShape = { arguments: { id: { description: "Import to show" } }, options: {} } as const;
export const refusedShape = {
  arguments: { id: { description: "Import whose refused lines to print" } },
  options: { format: { value: "format", choices: ["csv", "ndjson"], description: "Default: csv" } },
} as const;
export const cancelShape = { arguments: { id: { description: "Import to stop" } }, options: {} } as const;

export const importCommands = [
  defineCommand({
    path: "imports list",
    summary: "List imports",
    output: "One line an import, newest first: id, status and counts.",
    shape: listShape,
    examples: [{ description: "What runs", command: "waypost imports list --status running" }],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "imports get",
    summary: "Show one import",
    output: "The import's record; with --json its first refused lines, too.",
    shape: getShape,
    examples: [
      {
        description: "Why lines were refused",
        command: `waypost imports get ${ID} --json | jq .refused_lines`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "imports refused",
    summary: "Print the refused lines of an import",
    output: "Every refused line with its reason, as CSV or NDJSON.",
    shape: refusedShape,
    examples: [{ description: "Keep them", command: `waypost imports refused ${ID} > refused.csv` }],
    exitCodes: refusals,
    load: () => import("./refused.ts"),
  }),
  defineCommand({
    path: "imports cancel",
    summary: "Stop an import",
    description: "Stop an import where it is. What it has taken stays.",
    output: "The import's record.",
    shape: cancelShape,
    writes: true,
    examples: [{ description: "Stop one", command: `waypost imports cancel ${ID}` }],
    exitCodes: refusals,
    load: () => import("./cancel.ts"),
  }),
];
