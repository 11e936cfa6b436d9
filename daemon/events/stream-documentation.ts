import { Type } from "../lib/typebox.ts";

/* What the OpenAPI document says of every stream. */

/** The header with which a client resumes a stream; `id` is an example of an id the stream sends. */
export function lastEventId(id: string) {
  return {
    name: "last-event-id",
    in: "header",
    required: false,
    description: "The `id` of the last message that was received; overrides `after`",
    schema: { type: "string", examples: [id] },
  } as const;
}

/** The responses of a stream; `messages` are examples. */
export function streamResponses(messages: string) {
  return {
    200: {
      description: "Server-Sent Events; the stream does not end",
      mediaType: "text/event-stream",
      schema: Type.String(),
      example: messages,
    },
  };
}

/** How a stream treats its readers. */
export const READERS =
  "When there is nothing to send, a comment keeps the connection alive every 15 seconds. A client that does not read for 20 seconds gets `event: dropped`, with the cursor to continue `after`, and is disconnected.";
