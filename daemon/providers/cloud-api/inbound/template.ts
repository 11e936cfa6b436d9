import type { Inbound } from "../../inbound.ts";
import { type Json, numericId, text } from "./values.ts";

/**
 * The fields of templates (status, quality, category). Their language comes
 * with a hyphen (`en-US`) where templates are named with an underscore.
 */
export function readTemplateNews(value: Json, accountId: string, field: string): Inbound[] {
  const providerTemplateId = numericId(value.message_template_id);
  if (providerTemplateId === null) return [];
  const language = text(value.message_template_language)?.replace("-", "_") ?? null;
  const name = text(value.message_template_name);
  return [
    {
      target: { accountId, phone: null },
      facts: [{ kind: "template", providerTemplateId, name, language, field, value }],
    },
  ];
}
