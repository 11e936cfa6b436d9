import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const changeShape = { arguments: {}, options: {} } as const;
export const resetShape = {
  arguments: {},
  options: {
    token: {
      value: "token",
      description: "What `waypostd users reset` printed; - reads it from standard input",
    },
  },
} as const;

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;

export const passwordCommands = [
  defineCommand({
    path: "password change",
    summary: "Change your password",
    description:
      "Change the password of the user who is logged in. The present one comes from WAYPOST_PASSWORD, the new one from WAYPOST_NEW_PASSWORD, or both from hidden prompts. Your other logins end.",
    output: "Nothing.",
    shape: changeShape,
    writes: true,
    examples: [{ description: "Ask for both", command: "waypost password change" }],
    exitCodes: refusals,
    load: () => import("./change.ts"),
  }),
  defineCommand({
    path: "password reset",
    summary: "Set a forgotten password by a one-time token",
    description:
      "Set a new password by the token that `waypostd users reset` printed. The token comes from --token, WAYPOST_RESET_TOKEN or a hidden prompt, the password from WAYPOST_NEW_PASSWORD or a hidden prompt. Every login of the user ends.",
    output: "Nothing.",
    shape: resetShape,
    writes: true,
    examples: [
      { description: "Ask for both", command: "waypost password reset --url https://waypost.example.com" },
    ],
    exitCodes: refusals,
    load: () => import("./reset.ts"),
  }),
];
