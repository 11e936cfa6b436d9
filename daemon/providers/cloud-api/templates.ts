import { isObject, objects } from "../../lib/objects.ts";
import type {
  BusinessAccount,
  ProviderTemplate,
  SubmittedTemplate,
  TemplateCatalogue,
} from "../management.ts";
import { uploadExample } from "./examples.ts";
import type { Graph } from "./graph.ts";
import { text } from "./inbound/values.ts";
import { manage, readAll } from "./management.ts";
import { templateReason, templateStatus } from "./template-status.ts";

const FIELDS = [
  ...["id", "name", "language", "status", "category", "components", "parameter_format"],
  ...["quality_score", "rejected_reason", "optimization_spec"],
];
/** What versions of the API before the maximum price have. */
const OLDER_FIELDS = FIELDS.filter((name) => name !== "optimization_spec");
/** Meta's code of a request for a field that there is not. */
const NO_SUCH_FIELD = "100";
/** Templates in a page: their definitions are large, and a response has a limit. */
const PAGE = 50;

/** The templates of a WhatsApp Business Account (Meta, "Create and manage message templates"). */
export function createTemplateCatalogue(graph: Graph, appId?: string): TemplateCatalogue {
  return {
    ...(appId === undefined
      ? {}
      : { uploadExample: (account, file) => uploadExample(graph, appId, account, file) }),
    async list(account) {
      const listed = await listWith(graph, account, FIELDS);
      const isOlder = listed.kind === "refused" && listed.error.provider_code === NO_SUCH_FIELD;
      return isOlder ? await listWith(graph, account, OLDER_FIELDS) : listed;
    },
    submit: ({ wabaId, accessToken }, definition) =>
      manage(
        graph,
        {
          method: "POST",
          path: `/${wabaId}/message_templates`,
          accessToken,
          body: {
            name: definition.name,
            language: definition.language,
            category: definition.category,
            parameter_format: definition.parameterFormat,
            components: definition.components,
            ...lifetimeAndPrice(definition),
          },
        },
        readSubmitted,
      ),
    edit: ({ accessToken }, providerId, { category, components, ...more }) => {
      const body = { category, components, ...lifetimeAndPrice(more) };
      return manage(graph, { method: "POST", path: `/${providerId}`, accessToken, body }, () => null);
    },
    remove: (account, template) => remove(graph, account, template),
  };
}

function listWith(graph: Graph, { wabaId, accessToken }: BusinessAccount, fields: readonly string[]) {
  const path = `/${wabaId}/message_templates?fields=${fields.join(",")}&limit=${PAGE}`;
  return readAll(graph, path, accessToken, readTemplate);
}

/** Meta, "Configure message time-to-live" and "Set a max price for marketing messages". */
function lifetimeAndPrice({ ttlSeconds, maxPrice }: Pick<SubmittedTemplate, "ttlSeconds" | "maxPrice">) {
  return {
    ...(ttlSeconds === undefined ? {} : { message_send_ttl_seconds: ttlSeconds }),
    ...(maxPrice === undefined ? {} : { optimization_spec: maxPrice }),
  };
}

function remove(
  graph: Graph,
  { wabaId, accessToken }: BusinessAccount,
  { name, providerId }: { name: string; providerId: string },
) {
  const query = new URLSearchParams({ name, hsm_id: providerId });
  const path = `/${wabaId}/message_templates?${query}`;
  return manage(graph, { method: "DELETE", path, accessToken }, () => null);
}

function readSubmitted(body: Record<string, unknown>) {
  return {
    providerId: text(body.id),
    status: templateStatus(text(body.status) ?? "") ?? "pending",
    category: text(body.category),
  };
}

/** One template of the list; null when it is being deleted or is incomplete. */
function readTemplate(item: Record<string, unknown>): ProviderTemplate | null {
  const [providerId, name, language] = [text(item.id), text(item.name), text(item.language)];
  const status = templateStatus(text(item.status) ?? "");
  if (providerId === null || name === null || language === null || status === null) return null;
  return {
    providerId,
    name,
    language,
    category: text(item.category) ?? "UTILITY",
    parameterFormat: text(item.parameter_format)?.toUpperCase() === "NAMED" ? "NAMED" : "POSITIONAL",
    status: status ?? "pending",
    rejectedReason: templateReason(text(item.rejected_reason)),
    quality: isObject(item.quality_score) ? text(item.quality_score.score) : null,
    components: objects(item.components),
    maxPrice: isObject(item.optimization_spec) ? item.optimization_spec : null,
  };
}
