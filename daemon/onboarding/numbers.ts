import {
  type ChannelRow,
  findChannel,
  findOwnChannelByPhoneNumberId,
  insertChannel,
  updateChannel,
} from "../../db/channels/channels.ts";
import { planCheck } from "../../db/channels/checks.ts";
import { lockNumber } from "../../db/channels/claims.ts";
import type { Transaction } from "../../db/connection/client.ts";
import { unpauseLane, wakeLane } from "../../db/lanes/lanes.ts";
import { type Actor, audit } from "../auth/audit.ts";
import { tokenContext } from "../channels/channel.ts";
import { planTemplates } from "../channels/check.ts";
import { proveClaim } from "../channels/claims.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import { problem } from "../http/problem.ts";
import { newId } from "../lib/ids.ts";
import { refuseBeyondLimit } from "../limits/organization.ts";
import type { BusinessAccount, ProviderNumber } from "../providers/management.ts";
import type { Secrets } from "../secrets/envelope.ts";

export type SaveDependencies = CheckDependencies;

type Token = BusinessAccount & { platform: string; sandbox: boolean; expiresAt: Date | null };

/**
 * Makes or renews the channel of one of the account's numbers; a renewed one keeps its name
 * and settings and sends what waited for the token. The number then belongs to this channel
 * and no longer to `yielding`. Throws 409 when another organisation has proven it meanwhile,
 * or when this one has as many channels as it may.
 */
export async function saveNumber(
  { sql, secrets }: SaveDependencies,
  who: Actor,
  token: Token,
  number: ProviderNumber,
  yielding: ChannelRow | null,
): Promise<ChannelRow> {
  return await sql.begin(async (transaction) => {
    // before its row, as a check does: in the other order the two would wait for each other
    await lockNumber(transaction, number.phoneNumberId);
    const known = await findOwnChannelByPhoneNumberId(transaction, who.organizationId, number.phoneNumberId);
    const saved =
      known === null
        ? await insert(transaction, secrets, who, token, number)
        : await renew(transaction, secrets, who, known, token, number);
    if (!(await proveClaim(transaction, who, saved, { isListed: true, yielding }))) throw taken(number);
    await planTemplates(transaction, saved);
    // its limits are read as soon as there is time
    await planCheck(transaction, who.organizationId, saved.id, 0);
    return (await findChannel(transaction, who.organizationId, saved.id)) ?? saved;
  });
}

async function insert(
  transaction: Transaction,
  secrets: Secrets,
  who: Actor,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const id = newId("ch");
  await refuseBeyondLimit(transaction, who.organizationId, "channels");
  const row = await insertChannel(transaction, {
    organization_id: who.organizationId,
    id,
    platform: token.platform,
    name: number.name ?? number.phoneNumber ?? number.phoneNumberId,
    phone_number_id: number.phoneNumberId,
    settings: {},
    ...values(secrets, id, token, number),
  });
  await audit(transaction, who, { action: "channel.created", ...entryOf(id, number) });
  return row;
}

async function renew(
  transaction: Transaction,
  secrets: Secrets,
  who: Actor,
  channel: ChannelRow,
  token: Token,
  number: ProviderNumber,
): Promise<ChannelRow> {
  const { organization_id: organizationId, id } = channel;
  const lane = { organizationId, kind: "channel", laneId: id };
  const renewed = await updateChannel(transaction, organizationId, id, values(secrets, id, token, number));
  await unpauseLane(transaction, lane);
  await wakeLane(transaction, lane);
  await audit(transaction, who, { action: "channel.updated", ...entryOf(id, number) });
  return renewed ?? channel;
}

function entryOf(id: string, { phoneNumberId }: ProviderNumber) {
  return { target: { type: "channel", id }, changes: { phone_number_id: phoneNumberId, signup: true } };
}

function values(secrets: Secrets, id: string, token: Token, number: ProviderNumber) {
  return {
    sandbox: token.sandbox,
    waba_id: token.wabaId,
    access_token: secrets.encrypt(token.accessToken, tokenContext(id)),
    token_expires_at: token.expiresAt,
    phone_number: number.phoneNumber,
    quality_rating: number.qualityRating,
    status: number.status,
    status_reason: number.reason,
    history_asked_at: null,
    last_seen_at: number.status === "connected" ? new Date() : null,
  };
}

/** A number that another organisation has proven to be its own. */
export function taken({ phoneNumberId }: ProviderNumber) {
  return problem(409, "conflict", `the number ${phoneNumberId} already has a channel elsewhere`);
}
