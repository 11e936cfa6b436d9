import type { Command, CommandList } from "../lib/command/command.ts";

/**
 * Every command, in the order of the help. A command is loaded only when it is asked for: a new one is its file, and a
 * line here.
 */
export const COMMANDS: CommandList = {
  send: async () => named("send", (await import("./send/definitions.ts")).sendCommands),
  "messages list": async () =>
    named("messages list", (await import("./messages/definitions.ts")).messageCommands),
  "messages get": async () =>
    named("messages get", (await import("./messages/definitions.ts")).messageCommands),
  "messages status": async () =>
    named("messages status", (await import("./messages/definitions.ts")).messageCommands),
  "messages batch": async () =>
    named("messages batch", (await import("./messages/definitions.ts")).messageCommands),
  "messages cancel": async () =>
    named("messages cancel", (await import("./messages/definitions.ts")).messageCommands),
  "messages cancellation": async () =>
    named("messages cancellation", (await import("./messages/definitions.ts")).messageCommands),
  "media download": async () =>
    named("media download", (await import("./media/definitions.ts")).mediaCommands),
  "contacts list": async () => (await import("./contacts/list.ts")).listContacts,
  "contacts get": async () => (await import("./contacts/get.ts")).getContact,
  "contacts upsert": async () => (await import("./contacts/upsert.ts")).upsertContact,
  "contacts delete": async () => (await import("./contacts/delete.ts")).deleteContact,
  "contacts lookup": async () => (await import("./contacts/lookup.ts")).lookUpContact,
  "contacts tag": async () => (await import("./contacts/tag.ts")).tagContact,
  "contacts note": async () => (await import("./contacts/note.ts")).noteOnContact,
  "contacts consent": async () => (await import("./contacts/consent.ts")).consentOfContact,
  "contacts suppress": async () => (await import("./contacts/suppress.ts")).suppressContact,
  "contacts update": async () => (await import("./contacts/update.ts")).updateContact,
  "contacts identities": async () => (await import("./contacts/identities.ts")).listIdentities,
  "contacts history": async () => (await import("./contacts/history.ts")).listHistory,
  "contacts merge": async () => (await import("./contacts/merge.ts")).mergeContacts,
  "contacts settings": async () => (await import("./contacts/settings.ts")).contactSettings,
  "conversations list": async () => (await import("./conversations/list.ts")).listConversations,
  "conversations get": async () => (await import("./conversations/get.ts")).getConversation,
  "conversations update": async () => (await import("./conversations/update.ts")).updateConversation,
  "conversations tag": async () => (await import("./conversations/tag.ts")).tagConversation,
  "contacts import": async () => (await import("./contacts/import.ts")).importContacts,
  "contacts export": async () => (await import("./contacts/export.ts")).exportContacts,
  "imports list": async () =>
    named("imports list", (await import("./imports/definitions.ts")).importCommands),
  "imports get": async () => named("imports get", (await import("./imports/definitions.ts")).importCommands),
  "imports refused": async () =>
    named("imports refused", (await import("./imports/definitions.ts")).importCommands),
  "imports cancel": async () =>
    named("imports cancel", (await import("./imports/definitions.ts")).importCommands),
  "crm list": async () => named("crm list", (await import("./crm/definitions.ts")).recordCommands),
  "crm get": async () => named("crm get", (await import("./crm/definitions.ts")).recordCommands),
  "crm create": async () => named("crm create", (await import("./crm/definitions.ts")).recordCommands),
  "crm update": async () => named("crm update", (await import("./crm/definitions.ts")).recordCommands),
  "crm delete": async () => named("crm delete", (await import("./crm/definitions.ts")).recordCommands),
  "crm comments": async () => named("crm comments", (await import("./crm/definitions.ts")).recordCommands),
  "crm comment": async () => named("crm comment", (await import("./crm/definitions.ts")).recordCommands),
  "crm delete-comment": async () =>
    named("crm delete-comment", (await import("./crm/definitions.ts")).recordCommands),
  "crm links": async () => named("crm links", (await import("./crm/definitions.ts")).recordCommands),
  "crm link": async () => named("crm link", (await import("./crm/definitions.ts")).recordCommands),
  "crm unlink": async () => named("crm unlink", (await import("./crm/definitions.ts")).recordCommands),
  "crm pipelines": async () =>
    named("crm pipelines", (await import("./crm/list-definitions.ts")).listCommands),
  "crm create-pipeline": async () =>
    named("crm create-pipeline", (await import("./crm/list-definitions.ts")).listCommands),
  "crm get-pipeline": async () =>
    named("crm get-pipeline", (await import("./crm/list-definitions.ts")).listCommands),
  "crm update-pipeline": async () =>
    named("crm update-pipeline", (await import("./crm/list-definitions.ts")).listCommands),
  "crm delete-pipeline": async () =>
    named("crm delete-pipeline", (await import("./crm/list-definitions.ts")).listCommands),
  "crm lists": async () => named("crm lists", (await import("./crm/list-definitions.ts")).listCommands),
  "crm create-list": async () =>
    named("crm create-list", (await import("./crm/list-definitions.ts")).listCommands),
  "crm get-list": async () => named("crm get-list", (await import("./crm/list-definitions.ts")).listCommands),
  "crm rename-list": async () =>
    named("crm rename-list", (await import("./crm/list-definitions.ts")).listCommands),
  "crm delete-list": async () =>
    named("crm delete-list", (await import("./crm/list-definitions.ts")).listCommands),
  "crm entries": async () => named("crm entries", (await import("./crm/list-definitions.ts")).listCommands),
  "crm add": async () => named("crm add", (await import("./crm/list-definitions.ts")).listCommands),
  "crm remove": async () => named("crm remove", (await import("./crm/list-definitions.ts")).listCommands),
  "orders list": async () => named("orders list", (await import("./orders/definitions.ts")).orderCommands),
  "orders get": async () => named("orders get", (await import("./orders/definitions.ts")).orderCommands),
  "orders update": async () =>
    named("orders update", (await import("./orders/definitions.ts")).orderCommands),
  "channels list": async () => (await import("./channels/list.ts")).listChannels,
  "channels create": async () => (await import("./channels/create.ts")).createChannel,
  "channels get": async () => (await import("./channels/get.ts")).getChannel,
  "channels register": async () => (await import("./channels/register.ts")).registerChannel,
  "channels update": async () => (await import("./channels/update.ts")).updateChannel,
  "channels delete": async () => (await import("./channels/delete.ts")).deleteChannel,
  "channels pair": async () => (await import("./channels/pair.ts")).pairChannel,
  "channels connect": async () => (await import("./channels/connect.ts")).connectChannel,
  "channels qr": async () => (await import("./channels/qr.ts")).showQr,
  "channels disconnect": async () => (await import("./channels/disconnect.ts")).disconnectChannel,
  "channels lookup": async () => (await import("./channels/lookup.ts")).lookUpNumbers,
  "channels pause": async () => (await import("./channels/pause.ts")).pauseChannel,
  "channels resume": async () => (await import("./channels/resume.ts")).resumeChannel,
  "waba connect": async () => named("waba connect", (await import("./waba/definitions.ts")).wabaCommands),
  "templates list": async () =>
    named("templates list", (await import("./templates/definitions.ts")).templateCommands),
  "templates get": async () =>
    named("templates get", (await import("./templates/definitions.ts")).templateCommands),
  "templates create": async () =>
    named("templates create", (await import("./templates/definitions.ts")).templateCommands),
  "templates update": async () =>
    named("templates update", (await import("./templates/definitions.ts")).templateCommands),
  "templates submit": async () =>
    named("templates submit", (await import("./templates/definitions.ts")).templateCommands),
  "templates sync": async () =>
    named("templates sync", (await import("./templates/definitions.ts")).templateCommands),
  "templates delete": async () =>
    named("templates delete", (await import("./templates/definitions.ts")).templateCommands),
  "endpoints create": async () =>
    named("endpoints create", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints list": async () =>
    named("endpoints list", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints get": async () =>
    named("endpoints get", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints update": async () =>
    named("endpoints update", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints rotate": async () =>
    named("endpoints rotate", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints test": async () =>
    named("endpoints test", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints pause": async () =>
    named("endpoints pause", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints resume": async () =>
    named("endpoints resume", (await import("./endpoints/definitions.ts")).endpointCommands),
  "endpoints delete": async () =>
    named("endpoints delete", (await import("./endpoints/definitions.ts")).endpointCommands),
  "deliveries list": async () =>
    named("deliveries list", (await import("./deliveries/definitions.ts")).deliveryCommands),
  "deliveries get": async () =>
    named("deliveries get", (await import("./deliveries/definitions.ts")).deliveryCommands),
  "deliveries retry": async () =>
    named("deliveries retry", (await import("./deliveries/definitions.ts")).deliveryCommands),
  "deliveries replay": async () =>
    named("deliveries replay", (await import("./deliveries/definitions.ts")).deliveryCommands),
  "replays get": async () => named("replays get", (await import("./replays/definitions.ts")).replayCommands),
  "replays cancel": async () =>
    named("replays cancel", (await import("./replays/definitions.ts")).replayCommands),
  "events list": async () => named("events list", (await import("./events/definitions.ts")).eventCommands),
  "events tail": async () => named("events tail", (await import("./events/definitions.ts")).eventCommands),
  "events types": async () => named("events types", (await import("./events/definitions.ts")).eventCommands),
  "inbound list": async () =>
    named("inbound list", (await import("./inbound/definitions.ts")).inboundCommands),
  "inbound retry": async () =>
    named("inbound retry", (await import("./inbound/definitions.ts")).inboundCommands),
  "logs tail": async () => named("logs tail", (await import("./logs/definitions.ts")).logCommands),
  listen: async () => named("listen", (await import("./listen/definitions.ts")).listenCommands),
  trigger: async () => named("trigger", (await import("./trigger/definitions.ts")).triggerCommands),
  "webhooks verify": async () =>
    named("webhooks verify", (await import("./webhooks/definitions.ts")).webhookCommands),
  "keys create": async () => named("keys create", (await import("./keys/definitions.ts")).keyCommands),
  "keys list": async () => named("keys list", (await import("./keys/definitions.ts")).keyCommands),
  "keys rotate": async () => named("keys rotate", (await import("./keys/definitions.ts")).keyCommands),
  "keys revoke": async () => named("keys revoke", (await import("./keys/definitions.ts")).keyCommands),
  "users list": async () => named("users list", (await import("./users/definitions.ts")).userCommands),
  "users invite": async () => named("users invite", (await import("./users/definitions.ts")).userCommands),
  "users accept": async () => named("users accept", (await import("./users/definitions.ts")).userCommands),
  "users invitations": async () =>
    named("users invitations", (await import("./users/definitions.ts")).userCommands),
  "users withdraw": async () =>
    named("users withdraw", (await import("./users/definitions.ts")).userCommands),
  "users update": async () => named("users update", (await import("./users/definitions.ts")).userCommands),
  "users remove": async () => named("users remove", (await import("./users/definitions.ts")).userCommands),
  audit: async () => (await import("./audit/audit.ts")).audit,
  login: async () => named("login", (await import("./login/definitions.ts")).loginCommands),
  logout: async () => named("logout", (await import("./login/definitions.ts")).loginCommands),
  whoami: async () => named("whoami", (await import("./login/definitions.ts")).loginCommands),
  "password change": async () =>
    named("password change", (await import("./password/definitions.ts")).passwordCommands),
  "password reset": async () =>
    named("password reset", (await import("./password/definitions.ts")).passwordCommands),
  "profiles list": async () =>
    named("profiles list", (await import("./profiles/definitions.ts")).profileCommands),
  "profiles use": async () =>
    named("profiles use", (await import("./profiles/definitions.ts")).profileCommands),
  "profiles remove": async () =>
    named("profiles remove", (await import("./profiles/definitions.ts")).profileCommands),
  health: async () => named("health", (await import("./health/definitions.ts")).healthCommands),
  doctor: async () => named("doctor", (await import("./doctor/definitions.ts")).doctorCommands),
  top: async () => named("top", (await import("./top/definitions.ts")).topCommands),
  "sandbox inbound": async () =>
    named("sandbox inbound", (await import("./sandbox/definitions.ts")).sandboxCommands),
  "sandbox status": async () =>
    named("sandbox status", (await import("./sandbox/definitions.ts")).sandboxCommands),
  "sandbox phone": async () =>
    named("sandbox phone", (await import("./sandbox/definitions.ts")).sandboxCommands),
  help: async () => named("help", (await import("./help/definitions.ts")).helpCommands),
  commands: async () => named("commands", (await import("./help/definitions.ts")).helpCommands),
  completion: async () => (await import("./completion/completion.ts")).completion,
};

function named(path: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.path === path);
  if (found === undefined) throw new Error(`there is no definition of ${path}`);
  return found;
}
