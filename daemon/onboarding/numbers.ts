import {
  type ChannelRow,
  findChannelByPhoneNumberId,
  insertChannel,
  updateChannel,
} from "../../db/channels.ts";
import type { Sql } from "../../db/client.ts";
import { pauseLane, wakeLane } from "../../db/lanes.ts";
import { tokenContext } from "../channels/channel.ts";
import { problem } from "../http/problem.ts";
import { newId } from "../ids.ts";
import type { BusinessAccount, ProviderNumber } from "../providers/management.ts";
import type { Secrets } from "../secrets/envelope.ts";

export type SaveDependencies = { sql: Sql; secrets: Secrets };

type Token = BusinessAccount & { expiresAt: Date | null };

/**
 * The channel of a number of the account, made or renewed; a renewed one keeps
 * its name and settings, and sends what has waited for the token. Throws 409
 * when the number is another organisation's.
 */
export async function saveNumber(
  dependencies: SaveDependencies,
  organizationId: string,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const known = await findChannelByPhoneNumberId(dependencies.sql, number.phoneNumberId);
  if (known === null) return await insert(dependencies, organizationId, token, number);
  if (known.organization_id !== organizationId) throw taken(number);
  return await renew(dependencies, known, token, number);
}

async function insert(
  { sql, secrets }: SaveDependencies,
  organizationId: string,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const id = newId("ch");
  return await insertChannel(sql, {
    organization_id: organizationId,
    id,
    platform: "whatsapp_official",
    name: number.name ?? number.phoneNumber ?? number.phoneNumberId,
    phone_number_id: number.phoneNumberId,
    settings: {},
    ...values(secrets, id, token, number),
  }).catch((cause: unknown) => {
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "23505";
    throw isTaken ? taken(number) : cause;
  });
}

async function renew(
  { sql, secrets }: SaveDependencies,
  channel: ChannelRow,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const { organization_id: organizationId, id } = channel;
  const renewed = await updateChannel(sql, organizationId, id, values(secrets, id, token, number));
  const lane = { organizationId, kind: "channel", laneId: id };
  await pauseLane(sql, lane, null);
  await wakeLane(sql, lane);
  return renewed ?? channel;
}

function values(secrets: Secrets, id: string, token: Token, number: ProviderNumber) {
  return {
    waba_id: token.wabaId,
    access_token: secrets.encrypt(token.accessToken, tokenContext(id)),
    token_expires_at: token.expiresAt,
    phone_number: number.phoneNumber,
    quality_rating: number.qualityRating,
    status: number.status,
    status_reason: number.reason,
    last_seen_at: number.status === "connected" ? new Date() : null,
  };
}

function taken({ phoneNumberId }: ProviderNumber) {
  return problem(409, "conflict", `the number ${phoneNumberId} already has a channel elsewhere`);
}
