import type { Route } from "../shared/routes.ts";

const PROFILE = "GET and PATCH /v1/channels/{id}/profile";
const PRIVACY =
  "a number's privacy is set on its phone; GET /v1/channels/{id} shows the channel's own settings";
const BOTS =
  "bots are programs of their own here: point yours at an endpoint (POST /v1/settings/developer/webhooks/endpoints) and let it answer with POST /v1/messages";
const QUEUES =
  "there are no queues of others: events go to endpoints (POST /v1/settings/developer/webhooks/endpoints) and to the stream (GET /v1/events/stream)";

const BOT = ["typebot", "flowise", "dify", "evolutionBot", "openai", "n8n", "evoai"];

/** What a bot's settings were asked by. */
const botRoutes = BOT.flatMap((name): Route[] => [
  { method: "POST", path: `/${name}/create/:instance`, instead: BOTS },
  { method: "GET", path: `/${name}/find/:instance`, instead: BOTS },
  { method: "GET", path: `/${name}/fetch/:bot/:instance`, instead: BOTS },
  { method: "POST", path: `/${name}/update/:bot/:instance`, instead: BOTS },
  { method: "PUT", path: `/${name}/update/:bot/:instance`, instead: BOTS },
  { method: "DELETE", path: `/${name}/delete/:bot/:instance`, instead: BOTS },
  { method: "POST", path: `/${name}/settings/:instance`, instead: BOTS },
  { method: "GET", path: `/${name}/fetchSettings/:instance`, instead: BOTS },
  { method: "GET", path: `/${name}/fetchSessions/:bot/:instance`, instead: BOTS },
  { method: "POST", path: `/${name}/changeStatus/:instance`, instead: BOTS },
]);

const queueRoutes = ["rabbitmq", "sqs", "websocket", "nats", "pusher", "kafka"].flatMap((name): Route[] => [
  { method: "POST", path: `/${name}/set/:instance`, instead: QUEUES },
  { method: "GET", path: `/${name}/find/:instance`, instead: QUEUES },
]);

/** Paths that have no counterpart, and what does the same in another way. */
export const NOT_HERE: readonly Route[] = [
  ...botRoutes,
  ...queueRoutes,
  { method: "POST", path: "/typebot/start/:instance", instead: BOTS },
  {
    method: "POST",
    path: "/chatwoot/set/:instance",
    instead: "connect Chatwoot's own WhatsApp inbox to the form of Meta's API, at /graph",
  },
  {
    method: "GET",
    path: "/chatwoot/find/:instance",
    instead: "connect Chatwoot's own WhatsApp inbox to the form of Meta's API, at /graph",
  },
  {
    ...{ method: "POST", path: "/chat/updateBlockStatus/:instance" },
    instead: "POST /v1/conversations/{id}/block and /unblock",
  },
  { method: "GET", path: "/chat/fetchPrivacySettings/:instance", instead: PRIVACY },
  { method: "POST", path: "/chat/updatePrivacySettings/:instance", instead: PRIVACY },
  { method: "POST", path: "/chat/updateProfileName/:instance", instead: PROFILE },
  { method: "POST", path: "/chat/updateProfileStatus/:instance", instead: PROFILE },
  { method: "POST", path: "/chat/updateProfilePicture/:instance", instead: PROFILE },
  { method: "PUT", path: "/chat/updateProfilePicture/:instance", instead: PROFILE },
  { method: "DELETE", path: "/chat/removeProfilePicture/:instance", instead: PROFILE },
  {
    ...{ method: "POST", path: "/call/offer/:instance" },
    instead:
      "nobody is called from here; content of the type call_permission_request in POST /v1/messages asks to",
  },
];
