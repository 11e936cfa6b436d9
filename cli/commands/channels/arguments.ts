/** The argument of what only paired numbers can do. */
export const pairedChannel = { id: { of: "channels", description: "Channel of a paired number" } } as const;
