import {
  type Audience,
  type AudienceContact,
  type ContactsQuery,
  type ImportState,
  importFor,
  readAudience,
  readAudienceContacts,
  type SentBy,
} from "../../../db/broadcasts/audience.ts";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import { contactFilter } from "../../contacts/list.ts";
import type { Plan } from "../plan/plan.ts";
import type { Route } from "../template/definition.ts";

/** Contacts that are read at once: few enough that nothing else waits long for what is done with them. */
const MOST = 250;

/** Some contacts of an audience, and where to continue; null at the end. */
export type Piece = { contacts: AudienceContact[]; next: string | null };

export type AudienceQuery = {
  organizationId: string;
  plan: Plan;
  route: Route;
  /** Only contacts that were there then; null is all. */
  before: Date | null;
  /** Null where it makes no difference who came by an advertisement. */
  sentBy: SentBy | null;
  /** Where to begin; null: at the beginning. */
  place: string | null;
};

/** Reads an audience piece by piece; a contact can come twice where it is named by two ids. */
export async function* piecesOf(sql: Sql, query: AudienceQuery): AsyncGenerator<Piece> {
  const { organizationId, plan, route, before, sentBy } = query;
  const audience = await audienceOf(sql, organizationId, plan);
  const contactsQuery = queryOf(organizationId, route, before, sentBy);
  let after = query.place;
  do {
    const { contactIds, next } = await readAudience({ sql, organizationId, after, limit: MOST }, audience);
    yield { contacts: await readAudienceContacts(sql, contactsQuery, contactIds), next };
    after = next;
  } while (after !== null);
}

/** How contacts are read whom a route is to write to. */
export function queryOf(
  organizationId: string,
  { channel, platform, definition }: Route,
  before: Date | null,
  sentBy: SentBy | null,
): ContactsQuery {
  const isMarketing = definition.category.toUpperCase() === "MARKETING";
  const asksAhead = platform.looksUpNumbers;
  return { organizationId, channelId: channel.id, asksAhead, isMarketing, before, sentBy };
}

/** Whether the audience is there: one of a file has to be imported. */
export async function stateOfAudience(
  sql: Queryable,
  organizationId: string,
  { audience: { import_id } }: Plan,
): Promise<ImportState> {
  return import_id === undefined ? "imported" : await importFor(sql, organizationId, import_id);
}

async function audienceOf(sql: Sql, organizationId: string, { audience }: Plan): Promise<Audience> {
  const { list_id, tags, filter, contact_ids, import_id } = audience;
  if (filter !== undefined) return { filter: await contactFilter(sql, organizationId, filter) };
  if (list_id !== undefined) return { listId: list_id };
  if (contact_ids !== undefined) return { contactIds: contact_ids };
  if (import_id !== undefined) return { importId: import_id };
  if (tags === undefined) throw new Error("a broadcast has no audience");
  return { tags: { any: tags.any, all: tags.all, none: tags.none } as NonNullable<Audience["tags"]> };
}
