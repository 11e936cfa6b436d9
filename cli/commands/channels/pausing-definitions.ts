import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const EXAMPLE_ID = "ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T";
const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const record = "The channel's record.";
const one = (description: string) => ({ arguments: { id: { description } }, options: {} }) as const;
export const pauseShape = one("Channel to pause");
export const resumeShape = one("Channel that goes on");

/** What holds back the messages of a channel, and lets them go. */
export const pausingCommands = [
  defineCommand({
    path: "channels pause",
    summary: "Pause a channel",
    description:
      "Pause a channel: nothing is sent, what is accepted waits in its order, and what comes in is taken as before.",
    output: record,
    shape: pauseShape,
    writes: true,
    examples: [
      {
        description: "Before a mistake goes out to everybody",
        command: `waypost channels pause ${EXAMPLE_ID}`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./pause.ts"),
  }),
  defineCommand({
    path: "channels resume",
    summary: "Let a paused channel go on",
    description: "Let a paused channel go on: what waited is sent.",
    output: record,
    shape: resumeShape,
    writes: true,
    examples: [{ description: "Once it is mended", command: `waypost channels resume ${EXAMPLE_ID}` }],
    exitCodes: refusals,
    load: () => import("./resume.ts"),
  }),
];
