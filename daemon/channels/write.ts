import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  insertChannel,
  type NewChannel,
  updateChannel,
} from "../../db/channels/channels.ts";
import { planCheck } from "../../db/channels/checks.ts";
import type { Sql, Transaction } from "../../db/connection/client.ts";
import { audit, audited } from "../auth/audit.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { problem } from "../http/problem.ts";
import { newId } from "../lib/ids.ts";
import { refuseBeyondLimit } from "../limits/organization.ts";
import type { Platform } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { ChannelChangesBody, NewChannelBody } from "./bodies.ts";
import { tokenContext } from "./channel.ts";
import { learned, nextCheckMs } from "./check.ts";
import { contestNumber, proveClaim, UNCONTESTED } from "./claims.ts";
import { providerOf } from "./platform.ts";
import type { CheckDependencies } from "./probe.ts";
import { wantDisconnection } from "./session.ts";

export type WriteDependencies = { sql: Sql; secrets: Secrets };

/**
 * Makes a channel: either of a number with a token, which is checked with the platform first,
 * or of a number still to be paired. A number that the token does not reach still gets its
 * channel, which says so and receives nothing. Throws 409 when this organisation has a channel
 * of the number, when another has one and the token reaches the number, or when the
 * organisation has as many channels as it may; throws 422 when the token or its number is
 * missing.
 */
export async function createChannel(
  dependencies: CheckDependencies,
  caller: Caller,
  body: NewChannelBody,
): Promise<ChannelRow> {
  const provider = providerOf(dependencies.providers, body);
  const channel = newChannel(provider, caller, body, dependencies.secrets);
  if (provider.connects === "pairing") return await store(dependencies.sql, caller, channel);
  const { phone_number_id, access_token } = requireNumber(body);
  const probe = await provider.probe({
    ...{ organizationId: caller.organizationId, id: channel.id },
    ...{ phoneNumberId: phone_number_id, accessToken: access_token },
    ...(body.waba_id === undefined ? {} : { wabaId: body.waba_id }),
  });
  const isTheirs = probe.isTheirs === true;
  const { isTaken, yielding } = isTheirs
    ? await contestNumber(dependencies, caller.organizationId, phone_number_id)
    : UNCONTESTED;
  if (isTaken) throw takenNumber();
  const found = { ...channel, ...learned(probe, probe) };
  return await store(dependencies.sql, caller, found, async (transaction, claim) => {
    const proof = { isListed: probe.isListed ?? null, yielding };
    if (isTheirs && !(await proveClaim(transaction, caller, claim, proof))) throw takenNumber();
    await planCheck(transaction, claim.organization_id, claim.id, nextCheckMs(probe.status));
  });
}

async function store(
  sql: Sql,
  caller: Caller,
  channel: NewChannel,
  then: (transaction: Transaction, row: ChannelRow) => Promise<void> = async () => {},
): Promise<ChannelRow> {
  const { id, platform, name, phone_number_id = null } = channel;
  return await sql
    .begin(async (transaction) => {
      await refuseBeyondLimit(transaction, caller.organizationId, "channels");
      const row = await insertChannel(transaction, channel);
      await audit(transaction, caller, {
        action: "channel.created",
        target: { type: "channel", id },
        changes: { platform, name, phone_number_id },
      });
      await then(transaction, row);
      return (await findChannel(transaction, caller.organizationId, id)) ?? row;
    })
    .catch(refuseTakenNumber);
}

/** Changes a channel; settings that are not given stay. Throws 404 when the channel was deleted. */
export async function changeChannel(
  { sql, secrets }: WriteDependencies,
  caller: Caller,
  channel: ChannelRow,
  { name, settings, access_token }: ChannelChangesBody,
): Promise<ChannelRow> {
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(settings === undefined ? {} : { settings: { ...channel.settings, ...settings } }),
    ...(access_token === undefined
      ? {}
      : { access_token: secrets.encrypt(access_token, tokenContext(channel.id)), token_expires_at: null }),
  };
  const changes = { name, settings, ...(access_token === undefined ? {} : { access_token: "replaced" }) };
  return await audited(
    sql,
    caller,
    { action: "channel.updated", target: { type: "channel", id: channel.id }, changes },
    async (transaction) => {
      return found(await updateChannel(transaction, caller.organizationId, channel.id, values), "channel");
    },
  );
}

/** Deletes a channel: waiting messages are cancelled and a paired number is logged out. */
export async function removeChannel(sql: Sql, caller: Caller, channel: ChannelRow): Promise<void> {
  await audited(
    sql,
    caller,
    { action: "channel.deleted", target: { type: "channel", id: channel.id } },
    async (transaction) => {
      // without a session there is nothing to end, and this does nothing
      await wantDisconnection({ sql: transaction }, channel, "delete");
      await deleteChannel(transaction, caller.organizationId, channel.id);
    },
  );
}

function newChannel(platform: Platform, caller: Caller, body: NewChannelBody, secrets: Secrets): NewChannel {
  const id = newId("ch");
  const { name, settings = {} } = body;
  const common = { organization_id: caller.organizationId, id, platform: platform.name, name, settings };
  if (platform.connects === "pairing")
    return { ...common, status: "disconnected", status_reason: "not paired yet; connect it" };
  const { phone_number_id, access_token } = requireNumber(body);
  return {
    ...common,
    status: "connecting",
    phone_number_id,
    waba_id: body.waba_id ?? null,
    access_token: secrets.encrypt(access_token, tokenContext(id)),
  };
}

function requireNumber({ platform, phone_number_id, access_token }: NewChannelBody) {
  if (phone_number_id === undefined || access_token === undefined) {
    const path = phone_number_id === undefined ? "/phone_number_id" : "/access_token";
    throw problem(422, "invalid_request", `${path}: required for ${platform}`, {
      errors: [{ path, message: `required for ${platform}` }],
    });
  }
  return { phone_number_id, access_token };
}

/** An organisation has one channel for each number. */
function refuseTakenNumber(cause: unknown): never {
  if (cause instanceof Error && "code" in cause && cause.code === "23505") throw takenNumber();
  throw cause;
}

/** Meta's webhooks name only the number, so in the whole installation only one channel has it. */
function takenNumber() {
  return problem(409, "conflict", "this phone number already has a channel; delete that one first", {
    errors: [{ path: "/phone_number_id", message: "already has a channel" }],
  });
}
