import type { Apply } from "../apply-kind.ts";

/** Marks messages that the business read elsewhere as read here, for everybody. */
export const applySeen: Apply<"seen"> = async (writes, channels, facts) => {
  const given = facts.flatMap(({ providerMessageIds }) => providerMessageIds);
  for (const { organization_id, id: channel_id } of channels)
    writes.add({ kind: "seen", organization_id, channel_id, given });
};
