import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { PERMISSIONS } from "../../lib/values/permissions.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;

export const createShape = {
  arguments: {},
  options: {
    name: { value: "name", required: true, description: "What the key is for" },
    permission: {
      value: "permission",
      repeat: true,
      description: `What it may do; may be repeated: ${PERMISSIONS.join(", ")}, or * for everything`,
    },
    channel: {
      value: "id",
      repeat: true,
      description: "Channel it is limited to; may be repeated (default: all)",
    },
    expires: { value: "time", description: "When it ends: 30d, 12h or a date (default: never)" },
  },
} as const;
export const listShape = { arguments: {}, options: pagingOptions } as const;
export const rotateShape = {
  arguments: { id: { description: "Key to rotate" } },
  options: {
    overlap: {
      value: "duration",
      description: "For how long the secret before is taken too, at most 7d; 0s ends it now (default 24h)",
    },
  },
} as const;
export const revokeShape = {
  arguments: { id: { description: "Key to revoke" } },
  options: yesOption,
} as const;

export const keyCommands = [
  defineCommand({
    path: "keys create",
    summary: "Make an API key",
    description: "Make an API key. It is shown once, now; only its last four characters can be seen later.",
    output: "The new key's record, `key` being the secret.",
    shape: createShape,
    writes: true,
    examples: [
      {
        description: "A key that can only send, for thirty days",
        command: "waypost keys create --name ci --permission messages:send --expires 30d",
      },
      {
        description: "Keep only the secret",
        command: "waypost keys create --name app --permission '*' --json | jq -r .key",
      },
    ],
    exitCodes: refusals,
    load: () => import("./create.ts"),
  }),
  defineCommand({
    path: "keys list",
    summary: "List API keys",
    output:
      "One line a key: id, name, last four characters, permissions, channels, who made it, last use, end, creation.",
    shape: listShape,
    examples: [{ description: "All keys as JSON", command: "waypost keys list --all --json" }],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "keys rotate",
    summary: "Give an API key a new secret",
    description:
      "Give an API key a new secret, shown once, now. The secret before is taken too until the overlap ends: put the new one everywhere meanwhile.",
    output: "The key's record, `key` being the new secret, and until when the one before is taken.",
    shape: rotateShape,
    writes: true,
    examples: [
      {
        description: "Keep only the new secret",
        command: "waypost keys rotate key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .key",
      },
      {
        description: "After a leak",
        command: "waypost keys rotate key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --overlap 0s",
      },
    ],
    exitCodes: refusals,
    load: () => import("./rotate.ts"),
  }),
  defineCommand({
    path: "keys revoke",
    summary: "Revoke an API key, at once and for good",
    output: "Nothing.",
    shape: revokeShape,
    writes: true,
    examples: [
      { description: "Revoke one", command: "waypost keys revoke key_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
      {
        description: "From a script",
        command: "waypost keys revoke key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes",
      },
    ],
    exitCodes: refusals,
    load: () => import("./revoke.ts"),
  }),
];
