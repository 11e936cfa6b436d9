import type { MessageTypeName } from "../../../../message-types/message-type.ts";
import { TYPES } from "../../view-words.ts";

/** The types of messages, as people call them. */
export const TYPE_NAMES: Readonly<Record<string, string>> = TYPES satisfies Record<MessageTypeName, string>;
