import { type TSchema, Type } from "@sinclair/typebox";
import { SendBody } from "./send.ts";
import type { MessageType } from "./types/message-type.ts";
import { messageTypes } from "./types/registry.ts";

/**
 * The body of a send as the OpenAPI document shows it: with the content of
 * every type. What checks a send is looser, so that each mistake is named.
 */
export const DOCUMENTED_SEND_BODY = {
  schema: Type.Object({ ...SendBody.properties, type: typeNames(), content: contents() }),
  examples: Object.fromEntries(messageTypes().flatMap(examplesOf)),
};

function typeNames(): TSchema {
  return Type.Union(messageTypes().map(({ type }) => Type.Literal(type)));
}

function contents(): TSchema {
  return Type.Union(
    messageTypes().map(({ type, schema }) => ({ ...schema, title: `${pascal(type)}Content` })),
    { description: "What is sent: one schema a `type`" },
  );
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
