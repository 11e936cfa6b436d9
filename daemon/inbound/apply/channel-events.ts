import type { Apply } from "./apply-kind.ts";

/** Emits what the platform says of a number without changing what it may do. */
export const tellAlerts: Apply<"alert"> = async (writes, channels, alerts) => {
  for (const { organization_id, id: channel_id } of channels)
    for (const { kind, ...given } of alerts) writes.add({ kind, organization_id, channel_id, given });
};

/** Emits that a number's own user name changed. */
export const tellUsernames: Apply<"username"> = async (writes, channels, news) => {
  for (const { organization_id, id: channel_id } of channels)
    for (const { kind, ...given } of news) writes.add({ kind, organization_id, channel_id, given });
};
