import { APPROVAL_EVENTS } from "./catalogue-approvals.ts";
import { BROADCAST_EVENTS } from "./catalogue-broadcasts.ts";
import { BUDGET_EVENTS } from "./catalogue-budgets.ts";
import { CALL_EVENTS } from "./catalogue-calls.ts";
import { CHANNEL_EVENTS } from "./catalogue-channels.ts";
import { CONVERSATION_EVENTS } from "./catalogue-conversations.ts";
import { CRM_EVENTS } from "./catalogue-crm.ts";
import { ENDPOINT_EVENTS } from "./catalogue-endpoints.ts";
import type { EventKind } from "./catalogue-kind.ts";
import { MESSAGE_EVENTS } from "./catalogue-messages.ts";

/** Every event that can be subscribed to, by its name. */
export const EVENTS = {
  ...MESSAGE_EVENTS,
  ...CONVERSATION_EVENTS,
  ...CALL_EVENTS,
  ...CHANNEL_EVENTS,
  ...CRM_EVENTS,
  ...BROADCAST_EVENTS,
  ...BUDGET_EVENTS,
  ...APPROVAL_EVENTS,
  ...ENDPOINT_EVENTS,
} satisfies Record<string, EventKind>;

/** The name of an event. */
export type EventType = keyof typeof EVENTS;

/** The names of all events, in the order of the catalogue. */
export const EVENT_TYPES: readonly string[] = Object.keys(EVENTS);

/** Whether an event of this name exists. */
export function isEventType(name: string): name is EventType {
  return Object.hasOwn(EVENTS, name);
}
