import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const auditShape = {
  arguments: {},
  options: {
    action: { value: "action", description: "Only what was done so, for example key.created" },
    actor: { value: "id", description: "Only what this user or key did" },
    target: { value: "id", description: "Only what was done to this" },
    since: { value: "time", description: "Only from then on: a date, or 2h ago as 2h" },
    until: { value: "time", description: "Only before" },
    ...pagingOptions,
  },
} as const;

export const auditCommands = [
  defineCommand({
    path: "audit",
    summary: "List who did what",
    output:
      "One line an entry, newest first: time, who, action, what it was done to, from where, what changed.",
    shape: auditShape,
    examples: [
      { description: "Keys that were made", command: "waypost audit --action key.created" },
      {
        description: "What happened to a channel",
        command: "waypost audit --target ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
      },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable],
    load: () => import("./audit.ts"),
  }),
];
