import { readTemplateEvent } from "../../providers/cloud-api/template-events.ts";
import type { Apply } from "./apply-kind.ts";

/**
 * A provider's news of an account's templates becomes their status, quality
 * and category; `template.status_update` follows from the change. News of a
 * template that is not known here is left out: the next synchronisation brings it.
 */
export const applyTemplateNews: Apply<"template"> = async (writes, channels, news) => {
  const waba_id = channels.find((channel) => channel.waba_id !== null)?.waba_id ?? null;
  if (waba_id === null) return;
  const organizations = new Set(channels.map(({ organization_id }) => organization_id));
  for (const { field, value, providerTemplateId } of news) {
    const event = readTemplateEvent(field, value, providerTemplateId);
    if (event === null) continue;
    const { providerId: provider_id, rejectedReason, ...rest } = event;
    const given = { waba_id, provider_id, ...rest, rejected_reason: rejectedReason };
    for (const organization_id of organizations) writes.add({ kind: "template", organization_id, given });
  }
};
