import { isObject } from "../../../lib/objects.ts";
import { parameterError } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import { exampleAddress } from "../media/resumable.ts";
import type { World } from "../world.ts";
import type { Template } from "./store.ts";

/** Fields that are returned by default, as in Meta's examples. */
const USUAL_FIELDS = ["name", "parameter_format", "components", "language", "status", "category", "id"];

/** Responds with the requested fields of templates, or the refusal of one that does not exist. */
export function fieldsResponse(
  exchange: Exchange,
  templates: readonly Template[],
  body: (shown: object[]) => unknown,
): Response {
  const fields = exchange.url.searchParams.get("fields")?.split(",") ?? USUAL_FIELDS;
  const known = templates.map((template) => fieldsWith(exchange, template));
  const unknown = known[0] && fields.find((name) => !Object.hasOwn(known[0] ?? {}, name));
  if (unknown !== undefined) {
    const reason = `Tried accessing nonexisting field (${unknown}) on node type (WhatsAppMessageTemplate)`;
    return no(exchange, parameterError(reason));
  }
  const names = [...new Set([...fields, "id"])];
  return ok(
    exchange,
    body(known.map((values) => Object.fromEntries(names.map((name) => [name, values[name]])))),
  );
}

function fieldsWith({ world, version }: Exchange, template: Template): Record<string, unknown> {
  return {
    id: template.id,
    name: template.name,
    language: template.language,
    status: template.status,
    category: template.category,
    sub_category: "CUSTOM",
    previous_category: template.category,
    components: template.components.map((part) => shownPart(world, part)),
    parameter_format: template.parameterFormat,
    quality_score: { score: template.quality, date: Math.floor(Date.now() / 1_000) },
    rejected_reason: template.rejectedReason,
    message_send_ttl_seconds: template.lifetime,
    // the versions before know no maximum price
    ...(version === "v23.0" ? {} : { optimization_spec: template.optimization_spec }),
    last_updated_time: new Date().toISOString(),
  };
}

/** A component as Meta shows it: the example of a header is an address, whatever handle it was given. */
function shownPart(world: World, part: object): object {
  const { example, cards } = part as { example?: unknown; cards?: unknown };
  const handles = isObject(example) && Array.isArray(example.header_handle) ? example.header_handle : null;
  return {
    ...part,
    ...(handles === null
      ? {}
      : { example: { header_handle: handles.map((handle) => exampleAddress(world, handle)) } }),
    ...(Array.isArray(cards) ? { cards: cards.filter(isObject).map((card) => shownCard(world, card)) } : {}),
  };
}

function shownCard(world: World, card: Record<string, unknown>): object {
  const components = Array.isArray(card.components) ? card.components.filter(isObject) : [];
  return { ...card, components: components.map((part) => shownPart(world, part)) };
}
