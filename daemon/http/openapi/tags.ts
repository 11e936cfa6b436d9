type Tag = { says?: string; paths: readonly string[] };

/** In the order in which a reader wants them, with how the paths of their operations begin. */
const TAGS: Readonly<Record<string, Tag>> = {
  Messages: { says: "Send messages and follow their status.", paths: ["/v1/messages"] },
  Conversations: {
    says: "The messages between one channel and one contact.",
    paths: ["/v1/conversations", "/v1/settings/inbox", "/v1/response_times"],
  },
  "Quick replies": { says: "Answers that people keep to write them again.", paths: ["/v1/quick_replies"] },
  Contacts: {
    says: "The people you exchange messages with, and what they have consented to.",
    paths: ["/v1/contacts", "/v1/settings/contacts"],
  },
  Media: { says: "Files: those that messages came with, and those that you upload.", paths: ["/v1/media"] },
  Imports: {
    says: "Import contacts from files, and export them.",
    paths: ["/v1/contacts/import", "/v1/contacts/export"],
  },
  CRM: { says: "Companies, deals and tasks, with comments, lists and relationships.", paths: ["/v1/crm"] },
  Broadcasts: { says: "One template to many people.", paths: ["/v1/broadcasts"] },
  Costs: {
    says: "What messages cost, and what may be spent on them.",
    paths: ["/v1/costs", "/v1/budgets", "/v1/rate-card"],
  },
  Orders: { says: "Orders that people placed from a catalogue.", paths: ["/v1/orders"] },
  Channels: { says: "The numbers you send from.", paths: ["/v1/channels"] },
  Templates: {
    says: "Messages that Meta approves in advance, for people who have not written lately.",
    paths: ["/v1/templates"],
  },
  Onboarding: { says: "Connect numbers of the Cloud API.", paths: ["/v1/waba"] },
  Webhooks: {
    says: "Where events are delivered, and how each delivery went.",
    paths: ["/v1/settings/developer/webhooks"],
  },
  "API keys": { says: "API keys and their permissions.", paths: ["/v1/api-keys"] },
  Login: { says: "Logging in, and passwords.", paths: ["/v1/auth"] },
  Users: {
    says: "Who may log in to the organisation, in which role, and in which teams.",
    paths: [
      "/v1/users",
      "/v1/settings/organization",
      "/v1/settings/login-provider",
      "/v1/settings/retention",
      "/v1/auth/invitations",
      "/v1/teams",
    ],
  },
  Audit: { says: "Who did what.", paths: ["/v1/audit"] },
  "Provider webhooks": { says: "Called by Meta; not for clients.", paths: ["/v1/providers", "/v1/inbound"] },
  Health: {
    says: "For load balancers and monitoring.",
    paths: ["/v1/health", "/v1/ready", "/v1/diagnostics", "/v1/drift", "/v1/overview", "/metrics"],
  },
  Events: { says: "Events, as a list and as a stream.", paths: ["/v1/events"] },
  "Endpoint requests": { says: "Events, as the requests that your endpoints receive.", paths: [] },
  Groups: { paths: ["/v1/channels/:id/groups"] },
  Logs: { paths: ["/v1/logs"] },
  Approvals: { paths: ["/v1/approvals"] },
};

/** The tags of the document. */
export function allTags() {
  return Object.entries(TAGS).map(([name, { says }]) => ({
    name,
    ...(says === undefined ? {} : { description: says }),
  }));
}

const BY_PATH = Object.entries(TAGS)
  .flatMap(([name, { paths }]) => paths.map((begin) => ({ name, begin })))
  .sort((one, other) => other.begin.length - one.begin.length);

/** The tags of an operation: the one whose path it has most of. */
export function tagsOf(path: string): string[] {
  return BY_PATH.filter(({ begin }) => path.startsWith(begin))
    .slice(0, 1)
    .map(({ name }) => name);
}
