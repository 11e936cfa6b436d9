import forAgents from "../../AGENTS.md" with { type: "text" };
import changelog from "../../CHANGELOG.md" with { type: "text" };
import contributing from "../../CONTRIBUTING.md" with { type: "text" };
import access from "../../docs/access.md" with { type: "text" };
import agents from "../../docs/agents.md" with { type: "text" };
import architecture from "../../docs/architecture.md" with { type: "text" };
import bringANumberIn from "../../docs/bring-a-number-in.md" with { type: "text" };
import broadcasts from "../../docs/broadcasts.md" with { type: "text" };
import budgets from "../../docs/budgets.md" with { type: "text" };
import chatwoot from "../../docs/chatwoot.md" with { type: "text" };
import cli from "../../docs/cli.md" with { type: "text" };
import configuration from "../../docs/configuration.md" with { type: "text" };
import contacts from "../../docs/contacts.md" with { type: "text" };
import addMessageType from "../../docs/contributing/add-a-message-type.md" with { type: "text" };
import addProvider from "../../docs/contributing/add-a-provider.md" with { type: "text" };
import addResource from "../../docs/contributing/add-a-resource.md" with { type: "text" };
import addView from "../../docs/contributing/add-a-view.md" with { type: "text" };
import addEvent from "../../docs/contributing/add-an-event.md" with { type: "text" };
import costs from "../../docs/costs.md" with { type: "text" };
import crmAndOrders from "../../docs/crm-and-orders.md" with { type: "text" };
import containerfile from "../../docs/deploy/Containerfile" with { type: "text" };
import composeInProduction from "../../docs/deploy/compose.production.yaml" with { type: "text" };
import compose from "../../docs/deploy/compose.yaml" with { type: "text" };
import cluster from "../../docs/deploy/kubernetes/database/cluster.yaml" with { type: "text" };
import kubernetesExample from "../../docs/deploy/kubernetes/example/kustomization.yaml" with { type: "text" };
import service from "../../docs/deploy/waypostd.service" with { type: "text" };
import events from "../../docs/events.md" with { type: "text" };
import files from "../../docs/files.md" with { type: "text" };
import fromEvolution from "../../docs/from-evolution.md" with { type: "text" };
import fromWaha from "../../docs/from-waha.md" with { type: "text" };
import highAvailability from "../../docs/high-availability.md" with { type: "text" };
import imports from "../../docs/imports.md" with { type: "text" };
import inbox from "../../docs/inbox.md" with { type: "text" };
import install from "../../docs/install.md" with { type: "text" };
import kubernetes from "../../docs/kubernetes.md" with { type: "text" };
import limits from "../../docs/limits.md" with { type: "text" };
import metaApi from "../../docs/meta-api.md" with { type: "text" };
import n8n from "../../docs/n8n.md" with { type: "text" };
import officialMessages from "../../docs/official-messages.md" with { type: "text" };
import onboardANumber from "../../docs/onboard-a-number.md" with { type: "text" };
import operations from "../../docs/operations.md" with { type: "text" };
import page from "../../docs/page.md" with { type: "text" };
import pairANumber from "../../docs/pair-a-number.md" with { type: "text" };
import pairedMessages from "../../docs/paired-messages.md" with { type: "text" };
import pairedToOfficial from "../../docs/paired-to-official.md" with { type: "text" };
import passkeys from "../../docs/passkeys.md" with { type: "text" };
import performance from "../../docs/performance.md" with { type: "text" };
import production from "../../docs/production.md" with { type: "text" };
import promises from "../../docs/promises.md" with { type: "text" };
import proxies from "../../docs/proxies.md" with { type: "text" };
import sandbox from "../../docs/sandbox.md" with { type: "text" };
import sandboxWeb from "../../docs/sandbox-web.md" with { type: "text" };
import scale from "../../docs/scale.md" with { type: "text" };
import inboxScreen from "../../docs/screens/inbox.svg" with { type: "text" };
import listenScreen from "../../docs/screens/listen.svg" with { type: "text" };
import pageBroadcast from "../../docs/screens/page-broadcast.png" with { type: "file" };
import pageInbox from "../../docs/screens/page-inbox.png" with { type: "file" };
import pageInboxPhone from "../../docs/screens/page-inbox-phone.png" with { type: "file" };
import pageMessage from "../../docs/screens/page-message.png" with { type: "file" };
import pageOverviewDark from "../../docs/screens/page-overview-dark.png" with { type: "file" };
import pageOverviewLight from "../../docs/screens/page-overview-light.png" with { type: "file" };
import pagePairPhone from "../../docs/screens/page-pair-phone.png" with { type: "file" };
import pairScreen from "../../docs/screens/pair.svg" with { type: "text" };
import sendScreen from "../../docs/screens/send.svg" with { type: "text" };
import topScreen from "../../docs/screens/top.svg" with { type: "text" };
import secrets from "../../docs/secrets.md" with { type: "text" };
import sendFromCi from "../../docs/send-from-ci.md" with { type: "text" };
import templatesAsCode from "../../docs/templates-as-code.md" with { type: "text" };
import topAndDoctor from "../../docs/top-and-doctor.md" with { type: "text" };
import troubleshooting from "../../docs/troubleshooting.md" with { type: "text" };
import typebot from "../../docs/typebot.md" with { type: "text" };
import webhooks from "../../docs/webhooks.md" with { type: "text" };
import whatHappens from "../../docs/what-happens.md" with { type: "text" };
import notify from "../../docs/workflows/notify.yml" with { type: "text" };
import templates from "../../docs/workflows/templates.yml" with { type: "text" };
import readme from "../../README.md" with { type: "text" };
import security from "../../SECURITY.md" with { type: "text" };

/** The guides by their file's name without its ending, in the order in which a reader needs them. */
export const GUIDES: Record<string, string> = {
  README: readme,
  install,
  page,
  "pair-a-number": pairANumber,
  passkeys,
  proxies,
  "paired-messages": pairedMessages,
  "onboard-a-number": onboardANumber,
  "official-messages": officialMessages,
  "paired-to-official": pairedToOfficial,
  "send-from-ci": sendFromCi,
  "templates-as-code": templatesAsCode,
  "from-evolution": fromEvolution,
  "bring-a-number-in": bringANumberIn,
  "from-waha": fromWaha,
  webhooks,
  n8n,
  events,
  "meta-api": metaApi,
  chatwoot,
  typebot,
  inbox,
  contacts,
  imports,
  "crm-and-orders": crmAndOrders,
  broadcasts,
  budgets,
  costs,
  files,
  cli,
  "top-and-doctor": topAndDoctor,
  agents,
  access,
  production,
  configuration,
  operations,
  "what-happens": whatHappens,
  troubleshooting,
  "high-availability": highAvailability,
  kubernetes,
  performance,
  secrets,
  limits,
  promises,
  sandbox,
  "sandbox-web": sandboxWeb,
  scale,
  architecture,
  CONTRIBUTING: contributing,
  "contributing/add-a-message-type": addMessageType,
  "contributing/add-a-provider": addProvider,
  "contributing/add-a-resource": addResource,
  "contributing/add-a-view": addView,
  "contributing/add-an-event": addEvent,
  AGENTS: forAgents,
  CHANGELOG: changelog,
  SECURITY: security,
};

/** The files that guides show or link to, by their path in `docs/`. */
export const GUIDE_FILES: Record<string, string | Blob> = {
  "screens/inbox.svg": inboxScreen,
  "screens/listen.svg": listenScreen,
  "screens/page-broadcast.png": Bun.file(pageBroadcast),
  "screens/page-inbox.png": Bun.file(pageInbox),
  "screens/page-inbox-phone.png": Bun.file(pageInboxPhone),
  "screens/page-message.png": Bun.file(pageMessage),
  "screens/page-overview-dark.png": Bun.file(pageOverviewDark),
  "screens/page-overview-light.png": Bun.file(pageOverviewLight),
  "screens/page-pair-phone.png": Bun.file(pagePairPhone),
  "screens/pair.svg": pairScreen,
  "screens/send.svg": sendScreen,
  "screens/top.svg": topScreen,
  "deploy/Containerfile": containerfile,
  "deploy/compose.production.yaml": composeInProduction,
  "deploy/compose.yaml": compose,
  "deploy/kubernetes/database/cluster.yaml": cluster,
  "deploy/kubernetes/example/kustomization.yaml": kubernetesExample,
  "deploy/waypostd.service": service,
  "workflows/notify.yml": notify,
  "workflows/templates.yml": templates,
};

/** The guide's first heading; the README's is the name of the whole. */
export function titleOf(name: string): string {
  return name === "README" ? "Get started" : (/^# (.+)$/m.exec(GUIDES[name] ?? "")?.[1] ?? name);
}
