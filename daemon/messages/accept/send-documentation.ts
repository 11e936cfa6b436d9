import { ProblemSchema } from "../../http/openapi/documentation.ts";
import { type TSchema, Type } from "../../lib/typebox.ts";
import type { MessageType } from "../../message-types/message-type.ts";
import { messageTypes } from "../../message-types/registry.ts";
import { withMediaIds } from "../../message-types/upload-schema.ts";
import { ACCEPTED_EXAMPLE, AcceptedSchema } from "../accepted.ts";
import { ApprovalSchema } from "./approval-record.ts";
import { SendBody } from "./send-body.ts";

/**
 * The body of a send as the OpenAPI document shows it: with the content of
 * every type. The schema that checks a send is looser, so that each mistake is named.
 */
export const DOCUMENTED_SEND_BODY = {
  schema: sends(),
  examples: Object.fromEntries(messageTypes().flatMap(examplesOf)),
};

/** The body of a batch; in it, one example shows two messages. */
export const DOCUMENTED_BATCH_BODY = {
  schema: Type.Object({
    messages: Type.Array(DOCUMENTED_SEND_BODY.schema, {
      minItems: 1,
      maxItems: 1000,
      description: "Each as the body of a single send; they may use different channels",
    }),
  }),
  examples: {
    two: {
      messages: ["14155550123", "14155550124"].map((to) => ({
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        to,
        type: "text",
        content: { body: "Doors open at seven." },
      })),
    },
  },
};

/** The response of a batch: for each message the response of a single send. */
export const BATCH_RESPONSE = {
  schema: Type.Object({
    data: Type.Array(
      Type.Object(
        {
          status: Type.Integer({
            description:
              "201, 202 where it waits for approval, or why there is no message: 400 to 499, or 503 where WhatsApp could not be asked who has a user name",
          }),
          message: Type.Optional(AcceptedSchema),
          approval: Type.Optional(ApprovalSchema),
          problem: Type.Optional(ProblemSchema),
        },
        { title: "BatchResult", description: "`message` with 201, `approval` with 202, `problem` otherwise" },
      ),
    ),
  }),
  example: {
    data: [
      {
        status: 201,
        message: ACCEPTED_EXAMPLE,
      },
      {
        status: 422,
        problem: {
          title: "Unprocessable Entity",
          status: 422,
          code: "suppressed_recipient",
          detail: "/to: this recipient is suppressed: opted out",
          errors: [{ path: "/to", message: "this recipient is suppressed: opted out" }],
        },
      },
    ],
  },
};

/** The rule about unknown fields of a send. */
export const UNKNOWN_FIELDS =
  "Unknown fields are ignored, unless they are another name for a field of a send, such as `send_at` or `idempotency_key`: these are refused with the right name. In `content`, every unknown field is refused.";

/** The rule that surprises people who send a first text to a number. */
export const WINDOW_RULE =
  "On official channels, only a `template` may be sent to somebody who has not written within the last 24 hours; anything else is refused with `outside_service_window`. With the channel's setting `service_window: provider` it is accepted, and WhatsApp decides. For scheduled messages, WhatsApp decides when they are sent. A message to one more new person than Meta's messaging limit allows waits as `scheduled`, with `held` on its record; with the channel's setting `over_limit: refuse`, it is refused with `messaging_limit_reached`. A marketing template for somebody to whom WhatsApp delivered none for now (`not_delivered_ecosystem`) waits a day in the same way, or is refused with `marketing_limit_reached`.";

/** The rule about programs that answer. */
export const HELD_RULE =
  "While somebody else holds a conversation, an answer by a bot's key is refused with `conversation_held`, or waits as `scheduled`, with `held` on its record, as the key says. Templates and broadcasts are sent all the same: they are notices, not answers.";

/** One schema for each type, distinguished by `type`. */
function sends(): TSchema {
  const schemas = messageTypes().map(({ type, schema }) =>
    Type.Object(
      {
        ...SendBody.properties,
        type: Type.Literal(type),
        content: { ...withMediaIds(schema), title: `${pascal(type)}Content` },
      },
      { title: `Send${pascal(type)}` },
    ),
  );
  const mapping = messageTypes().map(({ type }) => [type, `#/components/schemas/Send${pascal(type)}`]);
  return Type.Unsafe({
    title: "SendMessage",
    oneOf: schemas,
    discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) },
  });
}

function examplesOf({ type, examples }: MessageType): [string, unknown][] {
  return examples.map((content, index) => [
    index === 0 ? type : `${type}_${index + 1}`,
    {
      channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
      to: "14155550123",
      type,
      content,
    },
  ]);
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
