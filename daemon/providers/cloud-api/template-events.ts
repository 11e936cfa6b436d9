import { isObject } from "../../lib/objects.ts";
import type { TemplateEvent } from "../management.ts";
import { text } from "./inbound/values.ts";
import { TEMPLATE_FLAGS, templateReason, templateStatus } from "./template-status.ts";

/**
 * Reads what a webhook says of the template of an id; null when it says nothing
 * that is understood. (The id is apart, because it can be larger than a JSON
 * number may be.)
 */
export function readTemplateEvent(field: string, value: unknown, providerId: string): TemplateEvent | null {
  if (!isObject(value)) return null;
  const name = text(value.message_template_name);
  const language = text(value.message_template_language);
  if (name === null || language === null) return null;
  const change = changeOf(field, value);
  // webhooks write en-US where everything else writes en_US
  const key = { providerId, name, language: language.replace("-", "_") };
  return change === null ? null : { ...key, ...change };
}

type Change = Omit<TemplateEvent, "providerId" | "name" | "language">;

function changeOf(field: string, value: Record<string, unknown>): Change | null {
  switch (field) {
    case "message_template_status_update":
      return statusChange(value);
    case "message_template_quality_update": {
      const quality = text(value.new_quality_score);
      return quality === null ? null : { quality };
    }
    case "template_category_update": {
      const category = text(value.new_category);
      return category === null ? null : { category };
    }
    default:
      return null;
  }
}

function statusChange(value: Record<string, unknown>): Change | null {
  const event = text(value.event) ?? "";
  const flag = TEMPLATE_FLAGS[event];
  if (flag !== undefined) return { flag };
  const status = templateStatus(event);
  if (status === undefined) return null;
  if (status === null) return { status: "deleted" };
  return { status, rejectedReason: reasonOf(value) };
}

/** Why: of a rejection its reason, of a pause which one it was. */
function reasonOf(value: Record<string, unknown>): string | null {
  const other = isObject(value.other_info) ? text(value.other_info.title) : null;
  return templateReason(text(value.reason)) ?? other;
}
