/** What a message is made of. */
export type MessageBody = { type: string; content: Record<string, unknown> };
