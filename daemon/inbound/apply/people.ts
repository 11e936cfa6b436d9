import type { Apply } from "./apply-kind.ts";

/** A number and a LID of one person: two contacts become one, and an event says so. */
export const applyPairs: Apply<"pair"> = async (writes, channels, pairs) => {
  const given = pairs.map(({ lid, phone }) => ({ lid, phone }));
  for (const { organization_id } of channels) writes.add({ kind: "pairs", organization_id, given });
};

/** Whom a number's phone knew before: contacts without an event. */
export const applyKnown: Apply<"known"> = async (writes, channels, people) => {
  const given = people.map(({ phone, lid, bsuid = null, name }) => ({ phone, lid, bsuid, name }));
  for (const { organization_id } of channels) writes.add({ kind: "known", organization_id, given });
};

/** Two identities of one person, whichever they are. */
export const applySame: Apply<"same"> = async (writes, channels, pairs) => {
  const given = pairs.map(({ one, other }) => ({
    ...{ type: one.type, value: one.value },
    ...{ other_type: other.type, other_value: other.value },
  }));
  for (const { organization_id } of channels) writes.add({ kind: "same", organization_id, given });
};
