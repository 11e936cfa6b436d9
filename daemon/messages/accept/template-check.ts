import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import { type FieldError, type Problem, problem } from "../../http/problem.ts";
import { differences, type GivenTemplate } from "../../message-types/template/differences.ts";
import type { Platform } from "../../providers/provider.ts";
import type { AccountTemplates } from "../../templates/account-templates.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";

const AT = "/content/template";

type Known = { templates: TemplateDefinitions; accountTemplates: AccountTemplates };

/**
 * Compares a template message with its definition. Throws 422 `template_mismatch`, which shows every difference, and
 * 422 `template_not_found`. Before it refuses anything, it has the account's templates read again. A template that is
 * not known here is left to the provider while those can't be read; a paired number shows what any account of the
 * organisation has, and nothing else. Returns the template, null when it is not known.
 */
export async function checkTemplate(
  { templates, accountTemplates }: Known,
  { rendersTemplates }: Pick<Platform, "rendersTemplates">,
  channel: ChannelRow,
  content: Record<string, unknown>,
): Promise<TemplateDefinition | null> {
  if (channel.waba_id === null && !rendersTemplates) return null;
  const given = content.template as GivenTemplate;
  const { name, language } = given;
  let found: TemplateDefinition | null = null;
  const judge = async () => {
    found = await templates.find(channel.organization_id, channel.waba_id, name, language.code);
    return found === null ? notFound(given) : mismatch(given, found, rendersTemplates);
  };
  const first = await judge();
  if (first === null) return found;
  if (rendersTemplates) throw first;
  const isRead = await accountTemplates.refresh(channel);
  const refused = isRead ? await judge() : first;
  if (refused === null || (!isRead && refused.code === NOT_FOUND)) return found;
  throw refused;
}

const NOT_FOUND = "template_not_found";

function notFound({ name, language }: GivenTemplate): Problem {
  const message = `there is no template ${name} in ${language.code}`;
  return problem(422, NOT_FOUND, `${AT}: ${message}`, { errors: [{ path: AT, message }] });
}

function mismatch(
  given: GivenTemplate,
  definition: TemplateDefinition,
  rendersTemplates: boolean,
): Problem | null {
  const found = [...(rendersTemplates ? [] : wrongStatus(definition)), ...differences(given, definition)];
  if (found.length === 0) return null;
  const errors = found.map(({ path, message }) => ({ path: AT + path, message }));
  const named = `Template ${given.name} (${given.language.code})`;
  const detail = errors.map(({ message }) => `${message.replace(/^the template/, named)}.`).join(" ");
  return problem(422, "template_mismatch", detail, { errors });
}

function wrongStatus({ status }: TemplateDefinition): FieldError[] {
  return status === "approved" ? [] : [{ path: "/name", message: `the template is ${status}, not approved` }];
}
