/** The argument that names a group. */
export const groupArgument = { group: { description: "The group: <digits>@g.us" } } as const;

/** The option that names the paired number. */
export const channelOption = {
  channel: {
    value: "id",
    of: "channels",
    description: "Channel of the paired number (default: the only paired one)",
  },
} as const;

/** The option that names people. */
export const participantOption = {
  participant: {
    value: "number",
    repeat: true,
    description: "A person, by number or by an id such as 187240155021834@lid",
  },
} as const;
