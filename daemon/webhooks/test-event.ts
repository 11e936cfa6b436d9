import { EVENTS, type EventType } from "../events/catalogue.ts";

/** The body of a test event: the catalogue's example for this organisation, marked as a test. */
export function testBody(type: EventType, organizationId: string): string {
  return JSON.stringify({ ...EVENTS[type].example, organization_id: organizationId, test: true });
}
