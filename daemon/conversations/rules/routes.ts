import { Elysia } from "elysia";
import type { Sql } from "../../../db/connection/client.ts";
import { findInboxRules, putInboxRules } from "../../../db/conversations/rules.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import { audited } from "../../auth/audit.ts";
import { refuseRestrictedKey } from "../../auth/restricted.ts";
import { clean } from "../../contacts/fields.ts";
import { refused } from "../../contacts/refused.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { isZone } from "../../lib/time/local-time.ts";
import type { Static } from "../../lib/typebox.ts";
import { differences } from "../../message-types/template/differences.ts";
import { type InboxRules, NO_RULES, RulesBody, RulesSchema, readRules } from "./rules.ts";

type FindDefinition = (
  ...key: [organizationId: string, wabaId: null, name: string, language: string]
) => Promise<TemplateDefinition | null>;

type Dependencies = { sql: Sql; templates: { find: FindDefinition } };

/** `/v1/settings/inbox`: what happens by itself when somebody writes, or nobody does. */
export function inboxRuleRoutes(http: Http, { sql, templates }: Dependencies) {
  return new Elysia({ prefix: "/v1/settings/inbox" })
    .use(http)
    .get("", async ({ caller }) => readRules(await findInboxRules(sql, caller.organizationId)), {
      permission: "messages:read",
      detail: documented({
        operation: "getInboxRules",
        summary: "Get the rules of the inbox",
        responses: { 200: { description: "The rules", schema: RulesSchema } },
      }),
    })
    .put(
      "",
      async ({ caller, body }) => {
        refuseRestrictedKey(caller);
        const rules = checked(body);
        await checkTemplate(templates, caller.organizationId, rules);
        await audited(
          sql,
          caller,
          { action: "settings.updated", target: { type: "settings", id: "inbox" }, changes: rules },
          (transaction) => putInboxRules(transaction, caller.organizationId, JSON.stringify(rules)),
        );
        return rules;
      },
      {
        permission: "channels:manage",
        body: RulesBody,
        detail: documented({
          operation: "putInboxRules",
          summary: "Set the rules of the inbox",
          description:
            "Replaces all of them: what is left out is as if it had never been set. Outside of `hours`, somebody who writes gets `away` once until it opens; not in groups, not for reactions and votes, and not if they are suppressed. They still wait for an answer.",
          responses: { 200: { description: "The rules", schema: RulesSchema } },
        }),
      },
    );
}

function checked(body: Static<typeof RulesBody>): InboxRules {
  const rules = { ...NO_RULES, ...body };
  const { hours, away } = rules;
  if (hours !== null && !isZone(hours.zone))
    throw refused("/hours/zone", "is not a time zone such as Europe/Berlin");
  hours?.days.forEach(({ from, to }, place) => {
    if (from === to) throw refused(`/hours/days/${place}/to`, "is the same as from");
  });
  if (away === null) return rules;
  if (hours === null) throw refused("/away", "is sent outside of hours, and there are none");
  if (away.text === undefined && away.template === undefined)
    throw refused("/away/text", "text or template is required");
  if (away.text !== undefined) clean("/away/text", away.text);
  return rules;
}

/** Throws 422 for a template that is not there, or can't be sent as it is: nobody fills its variables and its header. */
async function checkTemplate(
  templates: Dependencies["templates"],
  organizationId: string,
  { away }: InboxRules,
): Promise<void> {
  if (away?.template === undefined) return;
  const { name, language } = away.template;
  const found = await templates.find(organizationId, null, name, language);
  if (found === null) throw refused("/away/template/name", "no template has this name and language");
  const [difference] = differences({ name, language: { code: language } }, found);
  if (difference !== undefined) throw refused("/away/template/name", difference.message);
}
