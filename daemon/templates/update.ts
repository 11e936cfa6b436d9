import type { Sql } from "../../db/connection/client.ts";
import { type TemplateRow, updateTemplate } from "../../db/templates/templates.ts";
import { type Actor, audited } from "../auth/audit.ts";
import { problem } from "../http/problem.ts";
import type { Static } from "../lib/typebox.ts";
import type { ParameterFormat, Part } from "../template-rules/text.ts";
import { checkedDefinition, checkedMaxPrice, type UpdateTemplateBody } from "./definition.ts";
import type { Draft, MaxPrice } from "./template.ts";

/**
 * Changes a draft in place. A template that Meta has stays as it is, since that version can be
 * sent; its changes are kept as a draft until they are submitted.
 */
export async function changeTemplate(
  sql: Sql,
  who: Actor,
  template: TemplateRow,
  given: Static<typeof UpdateTemplateBody>,
): Promise<void> {
  const isKnown = template.provider_id !== null;
  if (
    isKnown &&
    given.parameter_format !== undefined &&
    given.parameter_format !== template.parameter_format
  ) {
    throw problem(409, "conflict", "the parameter_format of a submitted template can't be changed");
  }
  const now = current(template);
  const { category, parameter_format, components } = checkedDefinition({
    category: given.category ?? now.category,
    parameter_format: given.parameter_format ?? (template.parameter_format as ParameterFormat),
    components: given.components ?? now.components,
  });
  const maxPrice = checkedMaxPrice(given.optimization_spec ?? now.optimization_spec, category);
  const changes = isKnown
    ? { draft: JSON.stringify({ category, components, optimization_spec: maxPrice }) }
    : {
        ...{ category, parameter_format, components: JSON.stringify(components) },
        optimization_spec: maxPrice === undefined ? null : JSON.stringify(maxPrice),
      };
  await audited(
    sql,
    who,
    { action: "template.updated", target: { type: "template", id: template.id }, changes: { ...given } },
    (transaction) => updateTemplate(transaction, template.organization_id, template.id, changes),
  );
}

/** The base of new changes: earlier unsubmitted changes, if there are any. */
function current({ draft, category, components, optimization_spec }: TemplateRow): Draft {
  if (draft !== null) return JSON.parse(draft) as Draft;
  const maxPrice = optimization_spec === null ? undefined : (JSON.parse(optimization_spec) as MaxPrice);
  return { category, components: JSON.parse(components) as Part[], optimization_spec: maxPrice };
}
