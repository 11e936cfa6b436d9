import {
  type Audience,
  type AudienceContact,
  readAudience,
  readAudienceContacts,
} from "../../../db/broadcasts/audience.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { contactFilter } from "../../contacts/list.ts";
import type { Plan } from "../plan/plan.ts";
import type { Route } from "../template/definition.ts";

/** Contacts that are read at once. */
const MOST = 500;

/** Some contacts of an audience, and where to go on; null at the end. */
export type Piece = { contacts: AudienceContact[]; next: string | null };

export type AudienceQuery = {
  organizationId: string;
  plan: Plan;
  route: Route;
  /** Only contacts that were there then; null is all. */
  before: Date | null;
  /** Where to begin; null: at the beginning. */
  place: string | null;
};

/** Reads an audience piece by piece; a contact can come twice where it is named by two ids. */
export async function* piecesOf(sql: Sql, query: AudienceQuery): AsyncGenerator<Piece> {
  const { organizationId, plan, route, before } = query;
  const audience = await audienceOf(sql, organizationId, plan);
  const isMarketing = route.definition.category.toUpperCase() === "MARKETING";
  const contactsQuery = { organizationId, channelId: route.channel.id, isMarketing, before };
  let after = query.place;
  do {
    const { contactIds, next } = await readAudience({ sql, organizationId, after, limit: MOST }, audience);
    yield { contacts: await readAudienceContacts(sql, contactsQuery, contactIds), next };
    after = next;
  } while (after !== null);
}

async function audienceOf(sql: Sql, organizationId: string, { audience }: Plan): Promise<Audience> {
  const { list_id, tags, filter, contact_ids } = audience;
  if (filter !== undefined) return { filter: await contactFilter(sql, organizationId, filter) };
  if (list_id !== undefined) return { listId: list_id };
  if (contact_ids !== undefined) return { contactIds: contact_ids };
  return { tags: { any: tags?.any, all: tags?.all, none: tags?.none } as NonNullable<Audience["tags"]> };
}
