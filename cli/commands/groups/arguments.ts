/** The argument that names a group. */
export const groupArgument = {
  group: { description: "The group: <digits>@g.us, or Meta's id of one" },
} as const;

/** The option that names the number. */
export const channelOption = {
  channel: {
    value: "id",
    of: "channels",
    description:
      "Channel of the number (default: the only paired one, or for Meta's ids the only official one)",
  },
} as const;

/** The option that names requests to join. */
export const requestOption = {
  request: { value: "id", repeat: true, description: "The id of a request to join" },
} as const;

/** The option that names people. */
export const participantOption = {
  participant: {
    value: "number",
    repeat: true,
    description: "A person, by number or by an id such as 187240155021834@lid",
  },
} as const;
