/** Which account: every command on a folder takes it. */
export const channelOption = {
  channel: {
    value: "id",
    of: "channels",
    description: "Channel of the account that the folder is of (default: the only official one)",
  },
} as const;
