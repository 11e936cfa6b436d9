import { type ChannelRow, findChannel, insertChannel, type NewChannel } from "../../db/channels/channels.ts";
import { planCheck } from "../../db/channels/checks.ts";
import { shareMessagingLimit } from "../../db/channels/portfolios.ts";
import type { Sql, Transaction } from "../../db/connection/client.ts";
import { audit } from "../auth/audit.ts";
import { NOT_PAIRED } from "../gateway/disconnected.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { newId } from "../lib/ids.ts";
import { refuseBeyondLimit } from "../limits/organization.ts";
import type { AccountForm, NewAccount } from "../providers/account-form.ts";
import type { ProviderInUse } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { accountFormOf, requireMembers } from "./account-forms.ts";
import type { NewChannelBody } from "./bodies.ts";
import { tokenContext } from "./channel.ts";
import { learned, nextCheckMs, planTemplates } from "./check.ts";
import { contestNumber, proveClaim, UNCONTESTED } from "./claims.ts";
import { providerNamed } from "./platform.ts";
import type { CheckDependencies } from "./probe.ts";
import { type ProxyDependencies, settingsToStore } from "./settings/stored.ts";

export type CreateDependencies = CheckDependencies & ProxyDependencies;

type WithAccount = { provider: ProviderInUse; form: AccountForm; channel: NewChannel; account: NewAccount };

/**
 * Makes a channel: either of a number with an account, which is checked with the platform first,
 * or of a number still to be paired. A number that the token does not reach still gets its
 * channel, which says so and receives nothing. Throws 409 when this organisation has a channel
 * of the number, when another has one and the token reaches the number, or when the
 * organisation has as many channels as it may; throws 422 when the body lacks what the platform
 * needs.
 */
export async function createChannel(
  dependencies: CreateDependencies,
  caller: Caller,
  body: NewChannelBody,
): Promise<ChannelRow> {
  const provider = providerNamed(dependencies.providers, body.platform);
  const form = accountFormOf(provider);
  const channel = await newChannel(dependencies, provider, caller, body);
  if (form === null) {
    const unpaired = { ...channel, status: "disconnected", status_reason: NOT_PAIRED };
    return await store(dependencies.sql, caller, unpaired);
  }
  requireMembers(form, body);
  return await createWithAccount(dependencies, caller, { provider, form, channel, account: form.read(body) });
}

async function createWithAccount(
  dependencies: CheckDependencies,
  caller: Caller,
  { provider, form, channel, account }: WithAccount,
): Promise<ChannelRow> {
  const { organizationId } = caller;
  const { phoneNumberId, wabaId, accessToken = null } = account;
  const probe = await provider.probe({
    ...{ organizationId, id: channel.id, phoneNumberId, accessToken },
    limits: { wabaId: wabaId ?? null },
    ...(wabaId === undefined ? {} : { wabaId }),
  });
  const isTheirs = probe.isTheirs === true;
  const { isTaken, yielding } = isTheirs
    ? await contestNumber(dependencies, organizationId, phoneNumberId)
    : UNCONTESTED;
  if (isTaken) throw takenNumber(form);
  const stored = { ...channel, ...storedAccount(dependencies.secrets, channel.id, account) };
  const found = { ...stored, ...learned(probe, probe) };
  return await store(dependencies.sql, caller, found, async (transaction, claim) => {
    const proof = { isListed: probe.isListed ?? null, yielding };
    if (isTheirs && !(await proveClaim(transaction, caller, claim, proof))) throw takenNumber(form);
    await shareMessagingLimit(transaction, claim.organization_id, claim.id);
    await planCheck(transaction, claim.organization_id, claim.id, nextCheckMs(probe.status));
    if (probe.status === "connected") await planTemplates(transaction, claim);
  }).catch(refuseTakenNumber(form));
}

async function store(
  sql: Sql,
  caller: Caller,
  channel: NewChannel,
  then: (transaction: Transaction, row: ChannelRow) => Promise<void> = async () => {},
): Promise<ChannelRow> {
  const { id, platform, name, phone_number_id = null } = channel;
  return await sql.begin(async (transaction) => {
    await refuseBeyondLimit(transaction, caller.organizationId, "channels");
    const row = await insertChannel(transaction, channel);
    await audit(transaction, caller, {
      action: "channel.created",
      target: { type: "channel", id },
      changes: { platform, name, phone_number_id },
    });
    await then(transaction, row);
    return (await findChannel(transaction, caller.organizationId, id)) ?? row;
  });
}

async function newChannel(
  dependencies: ProxyDependencies,
  provider: ProviderInUse,
  caller: Caller,
  { name, settings = {} }: NewChannelBody,
): Promise<NewChannel> {
  const id = newId("ch");
  return {
    organization_id: caller.organizationId,
    id,
    platform: provider.name,
    sandbox: provider.isSandbox,
    drops_copies: provider.dropsCopies,
    status: "connecting",
    name,
    settings: await settingsToStore(dependencies, provider, id, settings),
  };
}

function storedAccount(secrets: Secrets, id: string, { phoneNumberId, wabaId, accessToken }: NewAccount) {
  return {
    phone_number_id: phoneNumberId,
    waba_id: wabaId ?? null,
    access_token: accessToken === undefined ? null : secrets.encrypt(accessToken, tokenContext(id)),
  };
}

/** An organisation has one channel for each number. */
function refuseTakenNumber(form: AccountForm) {
  return (cause: unknown): never => {
    if (cause instanceof Error && "code" in cause && cause.code === "23505") throw takenNumber(form);
    throw cause;
  };
}

/** A platform's calls name only the number, so in the whole installation only one channel has it. */
function takenNumber({ number }: AccountForm) {
  return problem(409, "conflict", "this phone number already has a channel; delete that one first", {
    errors: [{ path: `/${number}`, message: "already has a channel" }],
  });
}
