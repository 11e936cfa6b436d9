import { defineCommand } from "../../lib/command.ts";
import { ExitCode } from "../../lib/exit-codes.ts";

export const loginShape = { arguments: {}, options: {} } as const;

export const loginCommands = [
  defineCommand({
    path: "login",
    summary: "Save the address of a daemon and an API key",
    description:
      "Save the address of a daemon and an API key as a profile and use it from now on. The key is taken from --api-key, WAYPOST_API_KEY, a hidden prompt or standard input, and tried before it is saved.",
    output: "profile, url, and the key's last characters.",
    shape: loginShape,
    examples: [
      { description: "Ask for the key", command: "waypost login --url https://waypost.example.com" },
      {
        description: "In a script, as a second profile",
        command: "waypost login --url https://staging.example.com --profile staging < key.txt",
      },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable],
    load: () => import("./login.ts"),
  }),
];
