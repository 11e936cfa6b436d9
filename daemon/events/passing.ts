/** What open streams are sent and nobody keeps: it has no position, and a stream that was away has missed it. */
export type Passing = {
  /** Follows what a reader may see until the returned news is closed; `wake` is called when there is some. */
  follow(reader: PassingReader, wake: () => void): News;
};

/** Whose news, and of which channels; null is all. */
export type PassingReader = { organizationId: string; channelIds: readonly string[] | null };

export type News = {
  /** The messages since the last call as text; empty when there are none. */
  take(): string;
  close(): void;
};

/** What can't be subscribed to, and is in no log. */
export const PASSING_TYPES = ["conversation.activity"] as const;

/** A message of a stream that is in no log: without an id, so that a client resumes from the event before it. */
export function passingMessage(type: (typeof PASSING_TYPES)[number], body: object): string {
  const data = { type, created_at: new Date().toISOString(), body };
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
