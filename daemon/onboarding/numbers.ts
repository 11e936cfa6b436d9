import {
  type ChannelRow,
  findChannelByPhoneNumberId,
  insertChannel,
  updateChannel,
} from "../../db/channels.ts";
import type { Sql } from "../../db/client.ts";
import { unpauseLane, wakeLane } from "../../db/lanes.ts";
import { type Actor, audit } from "../auth/audit.ts";
import { tokenContext } from "../channels/channel.ts";
import { problem } from "../http/problem.ts";
import { newId } from "../ids.ts";
import { refuseBeyondLimit } from "../organizations/limits.ts";
import type { BusinessAccount, ProviderNumber } from "../providers/management.ts";
import type { Secrets } from "../secrets/envelope.ts";

export type SaveDependencies = { sql: Sql; secrets: Secrets };

type Token = BusinessAccount & { expiresAt: Date | null };

/**
 * The channel of a number of the account, made or renewed; a renewed one keeps
 * its name and settings, and sends what has waited for the token. Throws 409
 * when the number is another organisation's, or this one has all channels it may.
 */
export async function saveNumber(
  dependencies: SaveDependencies,
  who: Actor,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const known = await findChannelByPhoneNumberId(dependencies.sql, number.phoneNumberId);
  if (known === null) return await insert(dependencies, who, token, number);
  if (known.organization_id !== who.organizationId) throw taken(number);
  return await renew(dependencies, who, known, token, number);
}

async function insert(
  { sql, secrets }: SaveDependencies,
  who: Actor,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const id = newId("ch");
  const channel = {
    organization_id: who.organizationId,
    id,
    platform: "whatsapp_official",
    name: number.name ?? number.phoneNumber ?? number.phoneNumberId,
    phone_number_id: number.phoneNumberId,
    settings: {},
    ...values(secrets, id, token, number),
  } as const;
  return await sql
    .begin(async (transaction) => {
      await refuseBeyondLimit(transaction, who.organizationId, "channels");
      const row = await insertChannel(transaction, channel);
      await audit(transaction, who, { action: "channel.created", ...entryOf(id, number) });
      return row;
    })
    .catch((cause: unknown) => {
      const isTaken = cause instanceof Error && "code" in cause && cause.code === "23505";
      throw isTaken ? taken(number) : cause;
    });
}

async function renew(
  { sql, secrets }: SaveDependencies,
  who: Actor,
  channel: ChannelRow,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const { organization_id: organizationId, id } = channel;
  const lane = { organizationId, kind: "channel", laneId: id };
  return await sql.begin(async (transaction) => {
    const renewed = await updateChannel(transaction, organizationId, id, values(secrets, id, token, number));
    await unpauseLane(transaction, lane);
    await wakeLane(transaction, lane);
    await audit(transaction, who, { action: "channel.updated", ...entryOf(id, number) });
    return renewed ?? channel;
  });
}

function entryOf(id: string, { phoneNumberId }: ProviderNumber) {
  return { target: { type: "channel", id }, changes: { phone_number_id: phoneNumberId, signup: true } };
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
