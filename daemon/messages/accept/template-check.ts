import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import { type FieldError, type Problem, problem } from "../../http/problem.ts";
import type { Platform } from "../../providers/provider.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import { differences, type GivenTemplate } from "./template-differences.ts";

const AT = "/content/template";

/**
 * Compares a template message with the definition that was synced for its
 * channel. Throws 422 `template_mismatch`, which shows every difference. A
 * template that is not known here is left to the provider; a paired number
 * shows what any account of the organisation has, and nothing else.
 */
export async function checkTemplate(
  definitions: TemplateDefinitions,
  { rendersTemplates }: Pick<Platform, "rendersTemplates">,
  channel: ChannelRow,
  content: Record<string, unknown>,
): Promise<void> {
  if (channel.waba_id === null && !rendersTemplates) return;
  const given = content.template as GivenTemplate;
  const { name, language } = given;
  const definition = await definitions.find(channel.organization_id, channel.waba_id, name, language.code);
  if (definition === null && rendersTemplates) throw unknownTemplate(name, language.code);
  if (definition === null) return;
  const found = [...(rendersTemplates ? [] : wrongStatus(definition)), ...differences(given, definition)];
  if (found.length === 0) return;
  const errors = found.map(({ path, message }) => ({ path: AT + path, message }));
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw problem(
    422,
    "template_mismatch",
    `does not match the definition of template ${name} in ${language.code}: ${detail}`,
    {
      errors,
    },
  );
}

function unknownTemplate(name: string, language: string): Problem {
  const message = `the organisation has no template ${name} in ${language}, so a paired number can't show it`;
  return problem(422, "template_not_found", `${AT}: ${message}`, { errors: [{ path: AT, message }] });
}

function wrongStatus({ status }: TemplateDefinition): FieldError[] {
  return status === "approved"
    ? []
    : [{ path: "/name", message: `expected an approved template, this one is ${status}` }];
}
