import type { Phone } from "../accounts/phone.ts";
import { seconds } from "../webhooks/body.ts";
import type { World } from "../world.ts";

/** A webhook's field that is about groups. */
export type GroupField =
  | "group_lifecycle_update"
  | "group_participants_update"
  | "group_settings_update"
  | "group_status_update";

/** Something about one group, as Meta's "Webhooks for Groups API" and `GroupValue` in its OpenAPI file have it. */
function groupValue(phone: Phone, group: object): object {
  const metadata = { display_phone_number: phone.digits, phone_number_id: phone.id };
  return {
    messaging_product: "whatsapp",
    metadata,
    groups: [{ timestamp: seconds(Date.now()), ...group }],
  };
}

export function reportGroup(world: World, phone: Phone, field: GroupField, group: object): void {
  const value = groupValue(phone, group);
  world.outbox.push({ kind: "change", wabaId: phone.wabaId, field, value });
}

/** Somebody by number, or by the user id of who hides theirs. */
export function personOf(person: string): { wa_id: string } | { user_id: string } {
  return /^[0-9]+$/.test(person) ? { wa_id: person } : { user_id: person };
}
