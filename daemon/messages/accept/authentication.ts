import type { ChannelRow } from "../../../db/channels/channels.ts";
import { problem } from "../../http/problem.ts";
import type { Platform } from "../../providers/provider.ts";
import { isGroup } from "../message-group.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";

/**
 * Throws 422 `recipient_not_supported` for an authentication template to a group, or to somebody without a number: Meta
 * refuses it with 131062.
 */
export async function refuseAuthentication(
  templates: TemplateDefinitions,
  { rendersTemplates }: Pick<Platform, "rendersTemplates">,
  channel: ChannelRow,
  userId: string | null,
  content: Record<string, unknown>,
): Promise<void> {
  if (rendersTemplates) return;
  const { name, language } = content.template as { name: string; language: { code: string } };
  const found = await templates.find(channel.organization_id, channel.waba_id, name, language.code);
  if (found?.category?.toUpperCase() !== "AUTHENTICATION") return;
  const message = isGroup(userId)
    ? "an authentication template is for one person, and can't be sent to a group"
    : "authentication templates need a phone number, and this person's is not known";
  throw problem(422, "recipient_not_supported", `/recipient: ${message}`, {
    errors: [{ path: "/recipient", message }],
  });
}
