import { Type } from "../../../lib/typebox.ts";
import type { Phone } from "../accounts/phone.ts";
import { failure, type GraphFailure, noSuchObject, parameterError } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { pageOf } from "../http/pages.ts";
import { strict } from "../http/schema.ts";
import { createValidator, type Validator } from "../http/validate.ts";
import { personOf, reportGroup } from "./reports.ts";
import { newInvite, newRequestId, type SandboxGroup } from "./store.ts";

const product = { messaging_product: Type.Literal("whatsapp") };
const subject = Type.String({ minLength: 1, maxLength: 128 });
const description = Type.Optional(Type.String({ maxLength: 2_048 }));
const approval = Type.Union([Type.Literal("auto_approve"), Type.Literal("approval_required")]);

const creation = createValidator(
  strict({ ...product, subject, description, join_approval_mode: Type.Optional(approval) }),
);
const settings = createValidator(strict({ ...product, subject: Type.Optional(subject), description }));

const MOST_GROUPS = 10_000;

/** `POST /{phone_number_id}/groups`: the group itself comes by webhook. */
export async function createGroup(exchange: Exchange, phone: Phone): Promise<Response> {
  const { world } = exchange;
  if (!phone.official || phone.coexists) return no(exchange, notEligible());
  const body = await readBody(exchange, creation);
  if ("code" in body) return no(exchange, body);
  if (world.groups.of(phone).length >= MOST_GROUPS)
    return no(exchange, failure(400, 131211, "Group create limit reached", "Reached the limit of groups."));
  const group = world.groups.add(phone, {
    subject: body.subject.trim(),
    description: body.description ?? "",
    joinApproval: body.join_approval_mode ?? "auto_approve",
  });
  const request_id = newRequestId();
  reportGroup(world, phone, "group_lifecycle_update", {
    ...{ type: "group_create", request_id, group_id: group.id, subject: group.subject },
    ...{ description: group.description, invite_link: group.invite, join_approval_mode: group.joinApproval },
  });
  return ok(exchange, { messaging_product: "whatsapp", request_id });
}

/** `GET /{phone_number_id}/groups?limit=&after=` */
export function listGroups(exchange: Exchange, phone: Phone): Response {
  const page = pageOf(exchange, exchange.world.groups.of(phone));
  if ("code" in page) return no(exchange, page);
  const groups = page.data.map(({ id, subject, createdAt }) => ({
    id,
    subject,
    created_at: String(createdAt),
  }));
  return ok(exchange, { data: { groups }, paging: page.paging });
}

/** `GET /{group_id}?fields=`: `GroupInfo` in Meta's OpenAPI file. */
export function getGroup(exchange: Exchange, group: SandboxGroup): Response {
  const known: Record<string, unknown> = {
    subject: group.subject,
    description: group.description,
    suspended: group.suspended,
    creation_timestamp: group.createdAt,
    join_approval_mode: group.joinApproval,
    participants: group.members.map(personOf),
    total_participant_count: group.members.length,
  };
  const wanted = (exchange.url.searchParams.get("fields") ?? "subject").split(",");
  const unknown = wanted.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    return no(exchange, parameterError(`Tried accessing nonexisting field (${unknown})`));
  const shown = Object.fromEntries(wanted.map((name) => [name, known[name]]));
  return ok(exchange, { messaging_product: "whatsapp", id: group.id, ...shown });
}

/** `POST /{group_id}`: which settings were changed comes by webhook. */
export async function changeGroup(exchange: Exchange, group: SandboxGroup): Promise<Response> {
  const body = await readBody(exchange, settings);
  if ("code" in body) return no(exchange, body);
  const { subject, description } = body;
  if (subject !== undefined) group.subject = subject.trim();
  if (description !== undefined) group.description = description;
  const request_id = newRequestId();
  const made = (text: string | undefined) =>
    text === undefined ? undefined : { text, update_successful: true };
  report(exchange, group, "group_settings_update", {
    ...{ group_id: group.id, type: "group_settings_update", request_id },
    ...{ group_subject: made(subject), group_description: made(description) },
  });
  return ok(exchange, { messaging_product: "whatsapp", request_id });
}

/** `DELETE /{group_id}` */
export function deleteGroup(exchange: Exchange, group: SandboxGroup): Response {
  exchange.world.groups.remove(group.id);
  const request_id = newRequestId();
  report(exchange, group, "group_lifecycle_update", { group_id: group.id, type: "group_delete", request_id });
  return ok(exchange, { messaging_product: "whatsapp", request_id });
}

/** `GET`, `POST` and `DELETE /{group_id}/invite_link` */
export const getInvite = (exchange: Exchange, { invite }: SandboxGroup): Response =>
  ok(exchange, { messaging_product: "whatsapp", invite_link: invite });

export function renewInvite(exchange: Exchange, group: SandboxGroup): Response {
  group.invite = newInvite();
  return getInvite(exchange, group);
}

/** A group is its number's alone; everything else is as if there were none. */
export function groupFailure(exchange: Exchange, group: SandboxGroup): GraphFailure | null {
  const { world, request, id } = exchange;
  if (world.phones.get(group.phoneId) === undefined) return noSuchObject(request.method, id);
  return group.suspended && request.method !== "GET"
    ? failure(403, 131207, "Group suspended", "The group violates platform policies.")
    : null;
}

/** Reports something of a group, under its number. */
export function report(
  { world }: Exchange,
  group: SandboxGroup,
  field: Parameters<typeof reportGroup>[2],
  value: object,
): void {
  const phone = world.phones.get(group.phoneId);
  if (phone !== undefined) reportGroup(world, phone, field, value);
}

/** The body, or its refusal. */
export async function readBody<T extends Parameters<typeof createValidator>[0]>(
  { request }: Exchange,
  validator: Validator<T>,
) {
  const body = await readJson(request);
  return validator.is(body) ? body : validator.explain(body, "");
}

function notEligible(): GraphFailure {
  const details =
    "Groups are for numbers of an Official Business Account that are used with the Cloud API alone.";
  return failure(403, 10, "Application does not have permission for this action", details);
}
