import { type Static, Type } from "../../../lib/typebox.ts";
import { strict, textOf } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import { named } from "../templates/review.ts";
import { TEMPLATE_STATUSES, type Template, templateCategory } from "../templates/store.ts";
import type { World } from "../world.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

/** Events that say something of a template and leave its status. */
const REMARKS = ["FLAGGED", "LOCKED", "IN_APPEAL", "REINSTATED", "ARCHIVED", "PENDING_DELETION"] as const;

const change = strict({
  name: textOf(512),
  language: textOf(16),
  event: Type.Optional(
    Type.Union([...TEMPLATE_STATUSES, ...REMARKS].map((event) => Type.Literal<string>(event))),
  ),
  reason: Type.Optional(textOf(512)),
  quality: Type.Optional(
    Type.Union(["GREEN", "YELLOW", "RED", "UNKNOWN"].map((score) => Type.Literal<string>(score))),
  ),
  category: Type.Optional(templateCategory),
});
const validator = createValidator(change);

/**
 * `POST /sandbox/templates/status`: Meta decides about a template, rates it or
 * moves it to another category, and sends a webhook for each.
 */
export function postTemplateStatus({ world, body }: ControlRequest): Response {
  if (!validator.is(body)) return controlRefusal(400, problemOf(validator, body));
  const template = world.templates.get(body.name, body.language);
  if (template === undefined) return controlRefusal(404, `there is no ${body.name} in ${body.language}`);
  const wabaId = template.wabaId ?? world.phones.values().next().value?.wabaId ?? "";
  if (body.event !== undefined) decide(world, template, wabaId, body.event, body.reason);
  if (body.quality !== undefined) rate(world, template, wabaId, body.quality);
  if (body.category !== undefined) move(world, template, wabaId, body.category);
  return controlResponse(template);
}

function decide(
  world: World,
  template: Template,
  wabaId: string,
  event: string,
  reason: string | undefined,
): void {
  const status = TEMPLATE_STATUSES.find((one) => one === event);
  if (status !== undefined) template.status = status;
  if (event === "REINSTATED") template.status = "APPROVED";
  if (event === "PENDING_DELETION") world.templates.remove(template);
  if (reason !== undefined) template.rejectedReason = reason;
  world.reviewer.announce(template, wabaId, {
    event,
    ...(reason === undefined ? {} : { reason }),
    ...(event === "PAUSED" ? { otherInfo: PAUSE } : {}),
  });
}

const PAUSE = {
  title: "FIRST_PAUSE",
  description: "Your WhatsApp message template has been paused for 3 hours because it had issues.",
};

function rate({ outbox }: World, template: Template, wabaId: string, quality: string): void {
  const scores = { previous_quality_score: template.quality, new_quality_score: quality };
  template.quality = quality;
  const value = { ...scores, ...named(template) };
  outbox.push({ kind: "change", wabaId, field: "message_template_quality_update", value });
}

type Category = NonNullable<Static<typeof change>["category"]>;

function move({ outbox }: World, template: Template, wabaId: string, category: Category): void {
  const categories = { previous_category: template.category, new_category: category };
  template.category = category;
  const value = { ...categories, ...named(template) };
  outbox.push({ kind: "change", wabaId, field: "template_category_update", value });
}
