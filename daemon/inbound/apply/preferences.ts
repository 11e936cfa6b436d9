import type { Apply } from "./apply-kind.ts";

/** Who stops marketing messages is suppressed until they resume them. */
export const applyPreferences: Apply<"preference"> = async (writes, channels, preferences) => {
  for (const { organization_id, id: channel_id } of channels) {
    for (const { person, wantsMarketing, at } of preferences) {
      const given = { type: person.type, value: person.value, wants_marketing: wantsMarketing, at };
      writes.add({ kind: "preference", organization_id, channel_id, given });
    }
  }
};
