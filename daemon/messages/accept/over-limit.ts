import type { ChannelRow } from "../../../db/channels/channels.ts";
import { hasRoomFor } from "../../../db/channels/portfolios.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { marketingHeldUntil } from "../../../db/messages/marketing-holds.ts";
import { type Problem, problem } from "../../http/problem.ts";

type Person = { address: string | null; userId: string | null };

/**
 * Throws 422 when a channel that refuses what is over WhatsApp's limits has no room for a person, or when they get no
 * marketing for now and the template is of that `category`. A message that is accepted and over the limit when it is
 * sent waits.
 */
export async function refuseOverLimit(
  sql: Sql,
  { organization_id: organizationId, id: channelId, settings, messaging_limit: limit }: ChannelRow,
  person: Person,
  category: string | null,
): Promise<void> {
  if (settings.over_limit !== "refuse") return;
  const key = { organizationId, channelId };
  if (category?.toUpperCase() === "MARKETING") await refuseMarketing(sql, key, person);
  if (limit === null || (await hasRoomFor(sql, key, person))) return;
  throw refused(
    "messaging_limit_reached",
    `more people than WhatsApp allows in 24 hours (${limit}); see GET /v1/channels/${channelId}/limits`,
  );
}

async function refuseMarketing(
  sql: Sql,
  key: { organizationId: string; channelId: string },
  person: Person,
): Promise<void> {
  const until = await marketingHeldUntil(sql, key, person);
  if (until === null) return;
  const end = until.toISOString();
  throw refused(
    "marketing_limit_reached",
    `WhatsApp delivers this person no more marketing; wait until ${end}`,
  );
}

function refused(code: string, message: string): Problem {
  return problem(422, code, `/to: ${message}`, { errors: [{ path: "/to", message }] });
}
