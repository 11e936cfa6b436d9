import { objects } from "../../../lib/objects.ts";
import type { Inbound } from "../../inbound.ts";
import { readAccountUpdate } from "./account.ts";
import { readAlert } from "./alerts.ts";
import { readEchoes } from "./business-app/echoes.ts";
import { readHistory } from "./business-app/history.ts";
import { readAddressBook } from "./business-app/people.ts";
import { readCalls } from "./calls.ts";
import { readCapability } from "./capability.ts";
import { readGroups } from "./groups.ts";
import { readHandovers } from "./handovers.ts";
import { readMessages } from "./messages.ts";
import { readDisplayName, readQuality, readSecurity } from "./number.ts";
import { readPreferences } from "./preferences.ts";
import { readStandby } from "./standby.ts";
import { readTemplateNews } from "./template.ts";
import { readUsername } from "./usernames.ts";
import { field, type Json, object, parseWithIds, text } from "./values.ts";

/** Reads the value of one change. `accountId` is the entry's, `name` the field's. */
export type FieldReader = (value: Json, accountId: string, name: string) => Inbound[];

/**
 * The readers by the webhook's field. Other fields (alerts that do not concern sending) are ignored.
 * Source: Meta, WhatsApp Business Platform, webhooks reference.
 */
const FIELDS = {
  messages: readMessages,
  standby: readStandby,
  messaging_handovers: readHandovers,
  smb_message_echoes: readEchoes,
  smb_app_state_sync: readAddressBook,
  history: readHistory,
  calls: readCalls,
  group_lifecycle_update: readGroups,
  group_participants_update: readGroups,
  group_settings_update: readGroups,
  group_status_update: readGroups,
  user_preferences: readPreferences,
  account_update: readAccountUpdate,
  account_alerts: readAlert,
  business_capability_update: readCapability,
  phone_number_quality_update: readQuality,
  phone_number_name_update: readDisplayName,
  security: readSecurity,
  business_username_updates: readUsername,
  business_username_update: readUsername,
  message_template_status_update: readTemplateNews,
  message_template_quality_update: readTemplateNews,
  template_category_update: readTemplateNews,
} satisfies Record<string, FieldReader>;

export type ReadField = keyof typeof FIELDS;

export const READ_FIELDS: readonly string[] = Object.keys(FIELDS);

/**
 * Reads one of Meta's webhook calls: every entry and every change in it, in order. Ignores what it does not know;
 * throws only on text that is not JSON.
 */
export function readInbound(json: string): Inbound[] {
  return objects(field(parseWithIds(json), "entry")).flatMap((entry) =>
    objects(entry.changes).flatMap((change) => {
      const name = text(change.field) ?? "";
      return isRead(name) ? FIELDS[name](object(change.value), text(entry.id) ?? "", name) : [];
    }),
  );
}

function isRead(name: string): name is ReadField {
  return Object.hasOwn(FIELDS, name);
}

/** The same call as texts of one change each, in order. */
export function changesOf(json: string): string[] {
  return objects(field(parseWithIds(json), "entry")).flatMap((entry) =>
    objects(entry.changes).map((change) => JSON.stringify({ entry: [{ ...entry, changes: [change] }] })),
  );
}
