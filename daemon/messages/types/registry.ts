import { image } from "./image.ts";
import { markAsRead } from "./mark-as-read.ts";
import type { MessageType, MessageTypeName } from "./message-type.ts";
import { template } from "./template.ts";
import { text } from "./text.ts";

/** Every message type there is: one file and one line each. */
const REGISTRY = {
  text,
  image,
  template,
  mark_as_read: markAsRead,
} satisfies Partial<Record<MessageTypeName, unknown>>;

/** The definition of a type, or null when there is none of that name. */
export function findMessageType(name: string): MessageType | null {
  return Object.hasOwn(REGISTRY, name)
    ? ((REGISTRY as unknown as Record<string, MessageType>)[name] ?? null)
    : null;
}

/** Every defined type, in the order of the specification. */
export function messageTypes(): MessageType[] {
  return Object.values(REGISTRY) as unknown as MessageType[];
}
