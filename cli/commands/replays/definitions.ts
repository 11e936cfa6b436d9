import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const ID = "rpl_01JDB2M5S8V0ZC3K7Q2M4N6P8R";

export const getShape = { arguments: { id: { description: "Replay to show" } }, options: {} } as const;
export const cancelShape = { arguments: { id: { description: "Replay to stop" } }, options: {} } as const;

export const replayCommands = [
  defineCommand({
    path: "replays get",
    summary: "Show how far a replay of deliveries is",
    output: "The replay's record.",
    shape: getShape,
    examples: [
      {
        description: "How much of the range was looked through",
        command: `waypost replays get ${ID} --json | jq .progress`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "replays cancel",
    summary: "Stop a replay of deliveries",
    description: "Stop a replay where it is: nothing more is queued. What was queued is still delivered.",
    output: "The replay's record.",
    shape: cancelShape,
    writes: true,
    examples: [{ description: "Stop it", command: `waypost replays cancel ${ID}` }],
    exitCodes: refusals,
    load: () => import("./cancel.ts"),
  }),
];
