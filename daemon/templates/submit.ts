import { findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { deleteTemplate, noteSubmitted, type TemplateRow } from "../../db/templates/templates.ts";
import { type Actor, type Audited, audited } from "../auth/audit.ts";
import { accountOf } from "../channels/account.ts";
import { done } from "../channels/provider-problem.ts";
import { problem } from "../http/problem.ts";
import type { BusinessAccount, TemplateCatalogue } from "../providers/management.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { withEdit } from "./edits.ts";
import { type OpenFile, withHandles } from "./examples.ts";
import type { Draft } from "./template.ts";

export type SubmitDependencies = { sql: Sql; secrets: Secrets; providers: Providers; openFile: OpenFile };

/**
 * Submits a template to Meta for review: a draft as a new template, changes to an existing one
 * as an edit. Throws 409 while it is in review or has no changes.
 */
export async function submitTemplate(
  dependencies: SubmitDependencies,
  who: Actor,
  template: TemplateRow,
): Promise<void> {
  if (template.status === "pending") {
    throw problem(409, "template_in_review", "the template is in review; wait for its decision");
  }
  const submitting = { ...(await open(dependencies, template)), openFile: dependencies.openFile };
  const known =
    template.provider_id === null
      ? await submitNew(submitting, template)
      : await submitEdit(submitting, template, template.provider_id);
  await audited(dependencies.sql, who, entryOf("template.submitted", template), (transaction) =>
    noteSubmitted(transaction, template, known.status, known.changes),
  );
}

/** Deletes a template here and at Meta, in its language only. */
export async function removeTemplate(
  dependencies: SubmitDependencies,
  who: Actor,
  template: TemplateRow,
): Promise<void> {
  const { name, provider_id: providerId } = template;
  if (providerId !== null) {
    const { catalogue, account } = await open(dependencies, template);
    const removed = await catalogue.remove(account, { name, providerId });
    // already deleted there: nothing more to do
    if (!(removed.kind === "refused" && removed.error.provider_code === "100")) done(removed);
  }
  await audited(dependencies.sql, who, entryOf("template.deleted", template), (transaction) =>
    deleteTemplate(transaction, template.organization_id, template.id),
  );
}

function entryOf(action: string, { id, name, language }: TemplateRow): Audited {
  return { action, target: { type: "template", id }, changes: { name, language } };
}

async function open({ sql, secrets, providers }: SubmitDependencies, template: TemplateRow) {
  const channel = await findChannel(sql, template.organization_id, template.channel_id);
  const catalogue = channel === null ? undefined : providers[channel.platform]?.templates;
  if (channel === null || catalogue === undefined) {
    throw problem(422, "unsupported_on_platform", "the template's channel can't submit templates");
  }
  const { marketing_messages: marketing } = channel.settings;
  const ttlSeconds = marketing?.use === true ? marketing.ttl_seconds : undefined;
  return { catalogue, account: accountOf(providers, channel, secrets), ttlSeconds };
}

type Submitting = {
  catalogue: TemplateCatalogue;
  account: BusinessAccount;
  openFile: OpenFile;
  /** For how long marketing templates are tried to be delivered. */
  ttlSeconds: number | undefined;
};

/** Only the time of marketing templates is a channel's to set. */
function ttlOf({ ttlSeconds }: Submitting, category: string): { ttlSeconds?: number } {
  return ttlSeconds === undefined || category.toUpperCase() !== "MARKETING" ? {} : { ttlSeconds };
}

async function submitNew(submitting: Submitting, template: TemplateRow) {
  const { catalogue, account } = submitting;
  const { name, language, category, parameter_format, components, optimization_spec } = template;
  const submitted = done(
    await catalogue.submit(account, {
      ...{ name, language, category },
      parameterFormat: parameter_format,
      ...ttlOf(submitting, category),
      ...(optimization_spec === null ? {} : { maxPrice: JSON.parse(optimization_spec) }),
      components: await withHandles(submitting, template.organization_id, JSON.parse(components)),
    }),
  );
  const { status, providerId: provider_id } = submitted;
  return { status, changes: { provider_id, category: submitted.category ?? category } };
}

async function submitEdit(submitting: Submitting, template: TemplateRow, providerId: string) {
  const { catalogue, account } = submitting;
  if (template.draft === null) {
    throw problem(409, "nothing_to_submit", "the template has no changes; PATCH it first");
  }
  const draft = JSON.parse(template.draft) as Draft;
  const { category, optimization_spec: maxPrice } = draft;
  const components = await withHandles(submitting, template.organization_id, draft.components);
  const more = { ...ttlOf(submitting, category), ...(maxPrice === undefined ? {} : { maxPrice }) };
  done(await catalogue.edit(account, providerId, { category, components, ...more }));
  const changes = {
    flag: null,
    ...(maxPrice === undefined ? {} : { optimization_spec: JSON.stringify(maxPrice) }),
    category,
    components: JSON.stringify(components),
    draft: null,
    edits: withEdit(template),
  };
  return { status: "pending", changes };
}
