export const USERNAME = {
  title: "User name",
  none: "None. With one, people see it and find this number by it.",
  states: { reserved: "reserved", approved: "approved" } as Record<string, string>,
  reserved: "WhatsApp keeps it for this number, and does not show it yet.",
  set: "Set user name",
  hint: "3 to 35 small letters, digits, periods and underscores.",
  suggested: "WhatsApp keeps these for this number",
  take: (name: string) => `Take ${name} from the number that has it`,
  elsewhere: "Another number of your business has this name.",
  claimed: (name: string | null, state: string | null) =>
    `@${name} is ${state === "reserved" ? "reserved for this number" : "set"}`,
  remove: "Delete user name",
  removeText: (name: string) =>
    `@${name} is given back, and people no longer find this number by it. Somebody else may claim it then.`,
  removed: "User name deleted",
} as const;
