import type { Route } from "../shared/routes.ts";

const not = (instead: string, ...routes: [method: Route["method"], path: string][]): Route[] =>
  routes.map(([method, path]) => ({ method, path: `/api/${path}`, instead }));

/** Paths that have no counterpart, and what does the same in another way. */
export const NOT_HERE: readonly Route[] = [
  ...not(
    "status updates are not sent; POST /v1/messages reaches people one by one, POST /v1/broadcasts many",
    ...(["text", "image", "voice", "video", "delete"] as const).map((kind): [Route["method"], string] => [
      "POST",
      `:session/status/${kind}`,
    ]),
    ["GET", ":session/status/new-message-id"],
  ),
  ...not(
    "channels of WhatsApp are not read or written here; GET /v1/channels lists your numbers",
    ["GET", ":session/channels"],
    ["POST", ":session/channels"],
    ["GET", ":session/channels/:id"],
  ),
  ...not("keys are made by POST /v1/api-keys", ["GET", "keys"], ["POST", "keys"], ["DELETE", "keys/:id"]),
  ...not(
    "GET and PATCH /v1/channels/{id}/profile",
    ["PUT", ":session/profile/name"],
    ["PUT", ":session/profile/status"],
    ["PUT", ":session/profile/picture"],
    ["DELETE", ":session/profile/picture"],
  ),
  ...not(
    "POST /v1/conversations/{id}/block and /unblock",
    ["POST", "contacts/block"],
    ["POST", "contacts/unblock"],
  ),
  ...not(
    "labels are the tags of conversations: POST /v1/conversations/{id}/tags",
    ["GET", ":session/labels"],
    ["POST", ":session/labels"],
    ["GET", ":session/labels/chats/:chat"],
    ["PUT", ":session/labels/chats/:chat"],
  ),
  ...not("a type of POST /v1/messages does this: buttons, or cta_url", ["POST", "sendButtons"]),
  ...not(
    "a type of POST /v1/messages does this: link",
    ["POST", "send/link-custom-preview"],
    ["POST", "sendLinkPreview"],
  ),
  ...not("people vote on their phones", ["POST", "sendPollVote"]),
  ...not("messages are marked with a star on the phone", ["PUT", "star"]),
  ...not("buttons are tapped on the phone", ["POST", "send/buttons/reply"]),
  ...not("there is no browser here", ["GET", "screenshot"]),
  ...not("send the header Idempotency-Key instead of an id of your own", ["GET", ":session/new-message-id"]),
  ...not("calls are rejected by the setting `calls` of PATCH /v1/channels/{id}", [
    "POST",
    ":session/calls/reject",
  ]),
  ...not("upload with ?convert=voice to POST /v1/media", ["POST", ":session/media/convert/voice"]),
  ...not("upload with ?convert=video to POST /v1/media", ["POST", ":session/media/convert/video"]),
  ...not("conversations stay; DELETE /v1/contacts/{id} erases a person", ["DELETE", ":session/chats/:chat"]),
  ...not("GET /v1/channels/{id}/presence/{person} says whether somebody is online", [
    "GET",
    ":session/presence/:chat",
  ]),
  ...not("a passkey is used at the page that GET /v1/channels/{id}/qr names", [
    "POST",
    ":session/auth/passkey",
  ]),
];
