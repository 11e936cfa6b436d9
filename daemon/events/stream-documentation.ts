import { Type } from "@sinclair/typebox";

/* What the OpenAPI document says of every stream. */

/** The header with which a client resumes a stream; `id` is an example of an id the stream sends. */
export function lastEventId(id: string) {
  return {
    name: "last-event-id",
    in: "header",
    required: false,
    description: "The `id` of the last message that was taken; goes before `after`",
    schema: { type: "string", examples: [id] },
  } as const;
}

/** The responses of a stream; `messages` are examples. */
export function streamResponses(messages: string) {
  return {
    200: {
      description: "Server-Sent Events, without end",
      mediaType: "text/event-stream",
      schema: Type.String(),
      example: messages,
    },
  };
}

/** How a stream treats its readers. */
export const READERS =
  "A comment comes every 15 seconds when nothing else does. A reader that does not take what it was sent within 20 seconds gets `event: dropped` with the cursor to go on `after`, and is disconnected.";
