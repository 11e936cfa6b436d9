import { createHash } from "node:crypto";
import { type ApprovalRecord, findApproval, type HeldApproval } from "../../../db/approvals/approvals.ts";
import {
  type AskRow,
  findAsk,
  holdAsk,
  noteAsked,
  noteInvited,
  noteUnasked,
} from "../../../db/approvals/asks.ts";
import type { Sql, Transaction } from "../../../db/connection/client.ts";
import { acceptMessages } from "../../../db/messages/accept/accept.ts";
import { MAX_PRICE } from "../../costs/rates/max-price.ts";
import type { Caller } from "../../http/caller.ts";
import { Problem } from "../../http/problem.ts";
import { objects } from "../../lib/objects.ts";
import type { AcceptRequest } from "../../messages/accept/accept.ts";
import { type CheckDependencies, checkSend } from "../../messages/accept/check.ts";
import { atPricesNow } from "../price-now.ts";
import { contentOf } from "./words.ts";

export type AskDependencies = CheckDependencies & {
  sql: Sql;
  /** Where the page is, if that is known. */
  publicUrl: string | undefined;
};

/** The job that asks somebody for an approval, as db/approvals/asks.sql queues it. */
export type AskJob = { organization_id: string; approval_id: string };

/** Who asks: nobody's key, and no guard judges it. */
const asker = (organizationId: string): Caller => ({
  ...{ organizationId, actor: { type: "key", id: "approval" }, permissions: ["*"], channelIds: null },
  ...{ agent: null, address: null, requestId: "" },
});

/**
 * Asks for an approval on WhatsApp, once, by a message whose buttons decide. Who has not written within 24 hours is
 * invited to write by the guard's template, if it has one, and is asked once they do; why somebody is not asked is noted.
 */
export async function askForApproval(dependencies: AskDependencies, job: AskJob): Promise<void> {
  const { sql } = dependencies;
  const ask = await findAsk(sql, job.organization_id, job.approval_id);
  const approval = await findApproval(sql, job.organization_id, job.approval_id);
  if (ask === null || ask.message_id !== null || approval?.record.status !== "waiting") return;
  const question = await contentFor(dependencies, approval, job.organization_id);
  const request = await checked(dependencies, ask, "buttons", question);
  if (typeof request === "string") return await noteUnasked(sql, ask, request);
  const refused = await sendQuestion(sql, ask, request, shownHash(approval));
  if (refused === "outside_service_window") await invite(dependencies, ask);
}

/** The SHA-256 of what an approval would send. */
export function shownHash({ input, template_hash }: HeldApproval): string {
  return createHash("sha256")
    .update(JSON.stringify([input, template_hash]))
    .digest("base64url");
}

/** Sends the question, unless somebody did; the code of why it could not be sent, or null. */
async function sendQuestion(
  sql: Sql,
  ask: AskRow,
  request: AcceptRequest,
  shown: string,
): Promise<string | null> {
  let refused: string | null = null;
  await sql.begin(async (transaction) => {
    const held = await holdAsk(transaction, ask);
    if (held === null || held.message_id !== null) return;
    // judged here, whatever the channel leaves to the platform
    refused = await accepted(transaction, { ...request, needs_window: true });
    if (refused === null) await noteAsked(transaction, ask, request.id, shown);
    else await noteUnasked(transaction, ask, refused);
  });
  return refused;
}

/** Invites the person to write, unless they were and have not written since. */
async function invite(dependencies: AskDependencies, ask: AskRow): Promise<void> {
  if (ask.template === null) return;
  const { name, language } = ask.template;
  const template = { name, language: { code: language } };
  const request = await checked(dependencies, ask, "template", { template });
  if (typeof request === "string") return await noteUnasked(dependencies.sql, ask, request);
  await dependencies.sql.begin(async (transaction) => {
    await holdAsk(transaction, ask);
    if (!(await noteInvited(transaction, ask))) return;
    const refused = await accepted(transaction, request);
    if (refused !== null) await noteUnasked(transaction, ask, refused);
  });
}

async function accepted(transaction: Transaction, request: AcceptRequest): Promise<string | null> {
  const [result] = await acceptMessages(transaction, [{ ...request, n: 0 }]);
  return result?.outcome === "accepted" ? null : (result?.outcome ?? "not_accepted");
}

/** The message as it can be accepted, or the code of why it can't be sent. */
async function checked(
  dependencies: AskDependencies,
  { organization_id, channel_id, address: to }: AskRow,
  type: string,
  content: Record<string, unknown>,
): Promise<AcceptRequest | string> {
  try {
    return await checkSend(dependencies, asker(organization_id), { channel_id, to, type, content }, null);
  } catch (cause) {
    if (cause instanceof Problem) return cause.code;
    throw cause;
  }
}

async function contentFor(dependencies: AskDependencies, approval: HeldApproval, organizationId: string) {
  const { publicUrl } = dependencies;
  const { id, message, requested_by, contact_name, expires_at, preview } = approval.record;
  const [now] = await atPricesNow(dependencies.sql, organizationId, [approval]);
  return contentOf({
    agent: requested_by.name ?? requested_by.key_id,
    to: message.to === null ? String(message.recipient) : `+${message.to}`,
    name: contact_name,
    until: new Date(expires_at),
    cost: costInWords(now?.cost ?? null),
    text: preview.text,
    isWhole: await isWhole(dependencies, approval, organizationId),
    url: publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, "")}/approvals/${id}`,
  });
}

function costInWords(cost: ApprovalRecord["cost"]): string | null {
  if (cost === null || cost.amount === null) return null;
  return `${cost.basis === MAX_PRICE ? "at most " : ""}${cost.amount} ${cost.currency}`;
}

/** Whether the words of a message are all of it: it has no file, no button, and quotes nothing. */
async function isWhole(
  { templates }: AskDependencies,
  { record: { message }, waba_id }: HeldApproval,
  organizationId: string,
): Promise<boolean> {
  if (message.type !== "template")
    return message.type === "text" && Object.keys(message.content).every((name) => name === "body");
  const { name, language } = message.content.template as { name: string; language: { code: string } };
  const definition = await templates.find(organizationId, waba_id, name, language.code);
  return definition !== null && objects(definition.components).every(isWords);
}

function isWords({ type, format = "TEXT" }: Record<string, unknown>): boolean {
  return type === "BODY" || type === "FOOTER" || (type === "HEADER" && format === "TEXT");
}
