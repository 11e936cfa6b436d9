export type MessageBody = { type: string; content: Record<string, unknown> };
