import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { mayPass } from "../../db/connection/connection-errors.ts";
import { databaseTime } from "../../db/connection/database-time.ts";
import {
  countListed,
  finishSync,
  type ListedTemplate,
  type SyncCounts,
  type SyncTarget,
  saveListed,
  startSync,
  syncTargets,
} from "../../db/templates/syncs.ts";
import { tokenContext } from "../channels/channel.ts";
import type { ProviderTemplate, TemplateCatalogue } from "../providers/management.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";

export type SyncDependencies = { sql: Sql; secrets: Secrets; providers: Providers; log: Logger };

/** The payload of the job. */
export type RequestedSync = { organizationId: string; id: string };

/**
 * Carries out a requested synchronisation: reads all templates of each account and stores what
 * differs. An account that can't be read is noted in the record and does not affect the
 * others.
 */
export async function runSync(dependencies: SyncDependencies, requested: RequestedSync): Promise<void> {
  const { sql, log } = dependencies;
  const { organizationId, id } = requested;
  const sync = await startSync(sql, organizationId, id);
  if (sync === null) return;
  const counts: SyncCounts = { created: 0, updated: 0, deleted: 0 };
  const problems: string[] = [];
  for (const target of await syncTargets(sql, organizationId, sync.channel_id)) {
    try {
      const saved = await syncAccount(dependencies, organizationId, target);
      counts.created += saved.created;
      counts.updated += saved.updated;
      counts.deleted += saved.deleted;
      if (saved.kept > 0)
        problems.push(
          `account ${target.waba_id}: WhatsApp listed no templates at all, twice; ${saved.kept} that messages or broadcasts wait to use are kept`,
        );
    } catch (cause) {
      // repeated as a whole when the database is back
      if (mayPass(cause)) throw cause;
      log.warn({ err: cause, waba_id: target.waba_id }, "an account's templates could not be read");
      problems.push(`account ${target.waba_id}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  const error = problems.length === 0 ? null : problems.join("; ");
  await finishSync(sql, organizationId, id, { ...counts, error });
}

/**
 * Makes what is stored of an account's templates what the platform lists. Where it lists none, though some were known,
 * it is read again: `kept` are those that waiting messages need, and stay. Throws when it does not list them.
 */
export async function syncAccount(
  { sql, secrets, providers, log }: SyncDependencies,
  organizationId: string,
  { platform, waba_id: wabaId, channel_id, access_token }: SyncTarget,
): Promise<SyncCounts & { kept: number }> {
  const catalogue = providers[platform]?.templates;
  if (catalogue === undefined) throw new Error("this daemon has no provider for templates");
  const access = { wabaId, accessToken: secrets.decrypt(access_token, tokenContext(channel_id)) };
  const account = { organizationId, wabaId };
  const began = await databaseTime(sql);
  let listed = await listAll(catalogue, access);
  if (listed.length === 0 && (await countListed(sql, account)) > 0) listed = await listAll(catalogue, access);
  const saved = await saveListed(sql, account, listed.map(toRow), began);
  const kept = listed.length === 0 ? await countListed(sql, account) : 0;
  if (kept > 0) log.warn({ waba_id: wabaId, kept }, "no templates were listed, twice; those in use are kept");
  return { ...saved, kept };
}

async function listAll(
  catalogue: TemplateCatalogue,
  access: { wabaId: string; accessToken: string },
): Promise<ProviderTemplate[]> {
  const listed = await catalogue.list(access);
  if (listed.kind === "unavailable") throw new Error(`WhatsApp did not respond: ${listed.reason}`);
  if (listed.kind === "refused") throw new Error(`${listed.error.code}: ${listed.error.detail}`);
  return listed.value;
}

function toRow(template: ProviderTemplate): ListedTemplate {
  return {
    provider_id: template.providerId,
    name: template.name,
    language: template.language,
    category: template.category,
    parameter_format: template.parameterFormat,
    status: template.status,
    rejected_reason: template.rejectedReason,
    quality: template.quality,
    components: JSON.stringify(template.components),
    optimization_spec: template.maxPrice === null ? null : JSON.stringify(template.maxPrice),
  };
}
