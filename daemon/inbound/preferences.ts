import { allowMarketing, suppressMarketing } from "../../db/suppressions.ts";
import type { Apply } from "./apply.ts";

/** Who stops marketing messages is suppressed until they resume them. */
export const applyPreferences: Apply<"preference"> = async (sql, channels, preferences) => {
  for (const { organization_id } of channels) {
    for (const { person, wantsMarketing, at } of preferences) {
      if (wantsMarketing) await allowMarketing(sql, organization_id, person);
      else await suppressMarketing(sql, organization_id, person, at);
    }
  }
};
