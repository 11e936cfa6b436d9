import { createHash } from "node:crypto";
import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { ApprovalInput } from "../../../db/messages/accept/input.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import { newId } from "../../lib/ids.ts";
import { readMessageText } from "../../message-types/message-text.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import type { AcceptRequest } from "./accept.ts";

/** What is kept of a send in case it has to wait for approval; null where its key never waits. */
export async function approvalOf(
  templates: Pick<TemplateDefinitions, "find">,
  { waba_id }: Pick<ChannelRow, "waba_id">,
  request: AcceptRequest,
): Promise<ApprovalInput | null> {
  if ((request.guard?.approval ?? "never") === "never") return null;
  const { guard: _, idempotency_key: __, fingerprint: ___, response: ____, ...input } = request;
  const { organization_id, channel_id, address, user_id, type, scheduled_at, metadata } = request;
  const content = JSON.parse(request.content) as Record<string, unknown>;
  const find = templates.find.bind(null);
  const message = {
    ...{ channel_id, to: address, recipient: user_id ?? null, type, content, scheduled_at },
    metadata: metadata === null ? null : JSON.parse(metadata),
  };
  return {
    id: newId("apr"),
    input: JSON.stringify(input),
    message: JSON.stringify(message),
    preview:
      (await readMessageText(find, {
        ...{ organization_id, waba_id, type },
        ...{ content: request.content, deleted_at: null },
      })) ?? "",
    template_hash:
      type === "template" ? await templateHash(find, { organization_id, waba_id, content }) : null,
  };
}

type Find = (...which: Parameters<TemplateDefinitions["find"]>) => Promise<TemplateDefinition | null>;
type Place = { organization_id: string; waba_id: string | null; content: Record<string, unknown> };

/** A hash of what a template says, by which a change of it is noticed; null where it is not known. */
export async function templateHash(
  find: Find,
  { organization_id, waba_id, content }: Place,
): Promise<string | null> {
  const { name, language } = content.template as { name: string; language: { code: string } };
  const definition = await find(organization_id, waba_id, name, language.code);
  if (definition === null) return null;
  return createHash("sha256").update(JSON.stringify(definition.components)).digest("hex");
}
