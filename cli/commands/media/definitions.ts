import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const downloadShape = {
  arguments: {
    id: { description: "File: `media_id` of a message's content" },
    file: { description: "Where to; absent: standard output", optional: true },
  },
  options: {},
} as const;

export const mediaCommands = [
  defineCommand({
    path: "media download",
    summary: "Download a file that a message came with",
    output: "The file as it is, or nothing when it is written to a path.",
    shape: downloadShape,
    examples: [
      {
        description: "To a file",
        command: "waypost media download med_01J8Z3W6YB2Q4V5N7M8P9R0S1T photo.jpg",
      },
      {
        description: "Into another program",
        command: "waypost media download med_01J8Z3W6YB2Q4V5N7M8P9R0S1T | sha256sum",
      },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable],
    load: () => import("./download.ts"),
  }),
];
