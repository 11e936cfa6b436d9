import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import type { ChannelCache } from "../../channels/cache.ts";
import { providerOf } from "../../channels/platform.ts";
import type { Person } from "../../contacts/field-of.ts";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import type { EgressGuard } from "../../egress/guard.ts";
import { Problem, problem } from "../../http/problem.ts";
import { canonicalContent, typeOn } from "../../messages/accept/content.ts";
import { checkMediaLinks } from "../../messages/accept/media-links.ts";
import { checkTemplate } from "../../messages/accept/template-check.ts";
import { checkUploads } from "../../messages/files/check-uploads.ts";
import type { TemplateDefinitions } from "../../messages/template-definitions.ts";
import type { Platform, Providers } from "../../providers/provider.ts";
import type { AccountTemplates } from "../../templates/account-templates.ts";
import type { Parameter } from "../plan/parameter.ts";
import { type BroadcastPlan, type Plan, readPlan } from "../plan/plan.ts";
import { componentsFor } from "./components.ts";
import { mapParameters } from "./map-parameters.ts";

export type TemplateDependencies = {
  sql: Sql;
  channels: ChannelCache;
  templates: TemplateDefinitions;
  accountTemplates: AccountTemplates;
  providers: Providers;
  guard: Pick<EgressGuard, "checkText">;
  canConvert: () => boolean;
  rateCards: Pick<RateCards, "rateOf" | "currency">;
};

/** A channel of a broadcast, with what its template is there. */
export type Route = { channel: ChannelRow; platform: Platform; definition: TemplateDefinition };

/**
 * The template of a broadcast on each of its channels. Throws 422 when a channel is gone, when the template is not there
 * or not approved, or when the parameters are not those that it has.
 */
export async function checkedRoutes(
  dependencies: TemplateDependencies,
  row: BroadcastPlan,
): Promise<[Route, ...Route[]]> {
  const plan = readPlan(row);
  const [first = "", ...others] = row.channel_ids;
  const check = (channelId: string) => checkedRoute(dependencies, row.organization_id, channelId, plan);
  return [await check(first), ...(await Promise.all(others.map(check)))];
}

async function checkedRoute(
  { sql, channels, templates, accountTemplates, providers, guard, canConvert }: TemplateDependencies,
  organizationId: string,
  channelId: string,
  { template }: Plan,
): Promise<Route> {
  const channel = await channels.find(organizationId, channelId);
  if (channel === null) throw problem(422, "channel_not_found", `there is no channel ${channelId} any more`);
  const platform = providerOf(providers, channel);
  const { name, language } = template;
  const find = () => templates.find(organizationId, channel.waba_id, name, language);
  const known = (await find()) ?? ((await accountTemplates.refresh(channel)) ? await find() : null);
  if (known === null)
    throw problem(422, "template_not_found", `there is no template ${name} in ${language} on ${channelId}`);
  const components = componentsFor(mapParameters(template.parameters ?? {}, something), known, SOMEBODY);
  const given = { template: { name, language: { code: language }, components } };
  const { content, uses } = canonicalContent(platform, typeOn(platform, "template"), given);
  checkMediaLinks(guard, content);
  await checkUploads({ sql, canConvert }, organizationId, uses, platform.fileLimits);
  await checkTemplate({ templates, accountTemplates }, platform, channel, content).catch(inOurWords);
  return { channel, platform, definition: (await find()) ?? known };
}

const SOMEBODY: Person = {
  contact: { phone_number: null, name: null, email: null, external_id: null },
  fields: {},
};

/** Something in place of a field, to see whether the parameters are those of the template. */
function something(parameter: Parameter): string {
  return typeof parameter === "string" ? parameter : (parameter.fallback ?? SOMETHING);
}

/** Short enough for the code of a coupon, and where a file could be. */
const SOMETHING = "https://x.test";

/** Messages name their templates elsewhere than broadcasts do. */
function inOurWords(cause: unknown): never {
  if (!(cause instanceof Problem)) throw cause;
  const ours = (text: string) => text.replaceAll("/content/template", "/template");
  const errors = cause.extras.errors?.map(({ path, message }) => ({ path: ours(path), message }));
  throw problem(cause.status, cause.code, ours(cause.detail), errors === undefined ? {} : { errors });
}
