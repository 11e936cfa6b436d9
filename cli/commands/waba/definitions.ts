import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const connectShape = {
  arguments: {},
  options: {
    code: {
      value: "code",
      description: "What embedded signup ended with; `-` reads it from standard input. Or set WAYPOST_CODE",
    },
    "waba-id": { value: "id", description: "Account to connect, where the signup granted several" },
    "phone-number-id": { value: "id", description: "Only this number (default: all of the account)" },
  },
} as const;

export const wabaCommands = [
  defineCommand({
    path: "waba connect",
    summary: "Connect the numbers of a finished embedded signup",
    description:
      "Connect the numbers of a finished embedded signup: each becomes a channel, or gets a new token. The code is good for 30 seconds, once. The daemon needs WAYPOST_APP_ID and WAYPOST_APP_SECRET.",
    output: "One line a channel: id, platform, status, name, phone number, creation.",
    shape: connectShape,
    writes: true,
    examples: [
      { description: "All numbers", command: "waypost waba connect --code AQBhlXsctMxJYbwbrpybxlo9tLPGy" },
      {
        description: "One number, the code on standard input",
        command: "echo AQBhlXsctMxJYbwb | waypost waba connect --code - --phone-number-id 106540352242922",
      },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable],
    load: () => import("./connect.ts"),
  }),
];
