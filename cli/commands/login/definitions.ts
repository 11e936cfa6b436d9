import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const loginShape = {
  arguments: {},
  options: {
    email: { value: "address", description: "Log in as this user, with a password, in place of a key" },
    organization: { value: "id", description: "Which, when the address is a user of several" },
  },
} as const;
export const logoutShape = { arguments: {}, options: {} } as const;
export const whoamiShape = { arguments: {}, options: {} } as const;

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;

export const loginCommands = [
  defineCommand({
    path: "login",
    summary: "Save the address of a daemon and an API key, or log in as a user",
    description:
      "Save the address of a daemon and an API key, or a user's login, as a profile and use it from now on. The key is taken from --api-key, WAYPOST_API_KEY, a hidden prompt or standard input; with --email, the password from WAYPOST_PASSWORD, a hidden prompt or standard input. They are tried before anything is saved; of a password only the login is.",
    output: "profile, url, and the key's last characters or the user's address.",
    shape: loginShape,
    writes: true,
    examples: [
      { description: "Ask for the key", command: "waypost login --url https://waypost.example.com" },
      {
        description: "As a user; asks for the password",
        command: "waypost login --url https://waypost.example.com --email ada@example.com",
      },
      {
        description: "In a script, as a second profile",
        command: "waypost login --url https://staging.example.com --profile staging < key.txt",
      },
    ],
    exitCodes: refusals,
    load: () => import("./login.ts"),
  }),
  defineCommand({
    path: "logout",
    summary: "End the login, and forget the profile",
    description:
      "End the login of the current profile at the daemon, and forget the profile. An API key stays valid; revoke it with: waypost keys revoke",
    output: "Nothing.",
    shape: logoutShape,
    writes: true,
    examples: [{ description: "Log out of staging", command: "waypost logout --profile staging" }],
    exitCodes: refusals,
    load: () => import("./logout.ts"),
  }),
  defineCommand({
    path: "whoami",
    summary: "Show who the daemon takes you for, and what you may do",
    output: "url, profile, organisation, user or key, role and permissions.",
    shape: whoamiShape,
    examples: [{ description: "What you may do", command: "waypost whoami --json | jq -r '.permissions[]'" }],
    exitCodes: refusals,
    load: () => import("./whoami.ts"),
  }),
];
