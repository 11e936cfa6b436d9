/** The argument of what only paired numbers can do. */
export const pairedChannel = { id: { description: "Channel of a paired number" } } as const;
