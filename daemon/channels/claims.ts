import { type ChannelRow, findChannelByPhoneNumberId } from "../../db/channels/channels.ts";
import { displaceOthers, endProof, lockNumber, setProof } from "../../db/channels/claims.ts";
import type { Transaction } from "../../db/connection/client.ts";
import { type Actor, audit, COMMAND } from "../auth/audit.ts";
import { STATUS_REASONS } from "../lib/status-reasons.ts";
import { type CheckDependencies, probeChannel } from "./probe.ts";

/** Whether another organisation has proven a number to be its own; if not, the channel whose proof ends. */
export type Contest = { isTaken: boolean; yielding: ChannelRow | null };

/** The number that a channel claims as its own. */
export type Claim = Pick<ChannelRow, "organization_id" | "id" | "phone_number_id" | "proven_at">;

export const UNCONTESTED: Contest = { isTaken: false, yielding: null };

/** The status of a channel whose number another organisation has proven, although its own token reaches it too. */
export const TAKEN = STATUS_REASONS.number_taken;

/**
 * Whether another organisation blocks one that has a token for a number: only if
 * it has proven the number to be its own and its token is still valid.
 */
export async function contestNumber(
  dependencies: CheckDependencies,
  organizationId: string,
  phoneNumberId: string,
): Promise<Contest> {
  const holder = await findChannelByPhoneNumberId(dependencies.sql, phoneNumberId);
  if (holder === null || holder.organization_id === organizationId) return UNCONTESTED;
  const probe = await probeChannel(dependencies, holder);
  return probe?.isTheirs === false ? { isTaken: false, yielding: holder } : { isTaken: true, yielding: null };
}

/**
 * Makes a number the channel's own, after its token was shown to reach it: other channels'
 * claims to it end, with audit log entries on both sides. False when another channel has
 * proven it meanwhile.
 */
export async function proveClaim(
  transaction: Transaction,
  who: Actor,
  claim: Claim,
  { isListed = null, yielding = null }: { isListed?: boolean | null; yielding?: ChannelRow | null } = {},
): Promise<boolean> {
  const { organization_id, id, phone_number_id } = claim;
  if (phone_number_id === null) return false;
  await lockNumber(transaction, phone_number_id);
  const given = yielding === null ? [] : await endProof(transaction, yielding, STATUS_REASONS.displaced);
  const holder = await findChannelByPhoneNumberId(transaction, phone_number_id);
  if (holder !== null && holder.id !== id) return false;
  await setProof(transaction, claim, isListed);
  if (holder !== null) return true;
  const others = await displaceOthers(transaction, claim, STATUS_REASONS.displaced);
  const displaced = new Map([...given, ...others].map((one) => [one.id, one]));
  if (displaced.size === 0) return true;
  for (const one of displaced.values())
    await audit(transaction, { ...COMMAND, organizationId: one.organization_id }, entry("displaced", one.id));
  const changes = { phone_number_id, displaced: displaced.size };
  await audit(transaction, { ...who, organizationId: organization_id }, { ...entry("proven", id), changes });
  return true;
}

function entry(what: string, id: string) {
  return { action: `channel.${what}`, target: { type: "channel", id } };
}
