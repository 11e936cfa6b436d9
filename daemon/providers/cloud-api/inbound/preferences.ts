import { objects } from "../../../lib/objects.ts";
import type { Inbound, Preference } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { identities } from "./identities.ts";
import { field, type Json, text } from "./values.ts";

/** The field `user_preferences`: somebody stops or resumes marketing messages. */
export function readPreferences(value: Json): Inbound[] {
  const phoneNumberId = text(field(value.metadata, "phone_number_id"));
  if (phoneNumberId === null) return [];
  return [{ target: { phoneNumberId }, facts: objects(value.user_preferences).flatMap(readPreference) }];
}

function readPreference(preference: Json): Preference[] {
  const [person] = identities(preference.wa_id, preference.user_id);
  const choice = text(preference.value);
  if (person === undefined || preference.category !== "marketing_messages") return [];
  if (choice !== "stop" && choice !== "resume") return [];
  return [
    { kind: "preference", person, wantsMarketing: choice === "resume", at: momentOf(preference.timestamp) },
  ];
}
