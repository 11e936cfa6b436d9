import { defineCommand } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const listShape = { arguments: {}, options: {} } as const;
export const useShape = {
  arguments: { name: { description: "Profile to use from now on" } },
  options: {},
} as const;
export const removeShape = {
  arguments: { name: { description: "Profile to forget" } },
  options: yesOption,
} as const;

export const profileCommands = [
  defineCommand({
    path: "profiles list",
    summary: "List profiles",
    output: "One line a profile: name, whether it is in use, address, the key's last characters.",
    shape: listShape,
    examples: [{ description: "The one in use", command: "waypost profiles list --json | jq -r .current" }],
    exitCodes: [],
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "profiles use",
    summary: "Use a profile from now on",
    output: "Nothing.",
    shape: useShape,
    examples: [{ description: "Switch to staging", command: "waypost profiles use staging" }],
    exitCodes: [],
    load: () => import("./use.ts"),
  }),
  defineCommand({
    path: "profiles remove",
    summary: "Forget a profile",
    description: "Forget a profile. Its API key stays valid; revoke it with: waypost keys revoke",
    output: "Nothing.",
    shape: removeShape,
    examples: [{ description: "Forget staging", command: "waypost profiles remove staging --yes" }],
    exitCodes: [],
    load: () => import("./remove.ts"),
  }),
];
