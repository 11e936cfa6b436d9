import type { Apply } from "./apply-kind.ts";

/** What the business read elsewhere is read here, too, for everybody. */
export const applySeen: Apply<"seen"> = async (writes, channels, facts) => {
  const given = facts.flatMap(({ providerMessageIds }) => providerMessageIds);
  for (const { organization_id, id: channel_id } of channels)
    writes.add({ kind: "seen", organization_id, channel_id, given });
};
