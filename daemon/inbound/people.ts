import { learnPeople, linkPeople } from "../../db/web-messages.ts";
import type { Apply } from "./apply.ts";

/** A number and a LID of one person: two contacts become one, which is told. */
export const applyPairs: Apply<"pair"> = async (sql, channels, pairs) => {
  for (const { organization_id } of channels) await linkPeople(sql, organization_id, pairs);
};

/** Whom a paired phone knew before: contacts without an event. */
export const applyKnown: Apply<"known"> = async (sql, channels, people) => {
  for (const { organization_id } of channels) await learnPeople(sql, organization_id, people);
};
