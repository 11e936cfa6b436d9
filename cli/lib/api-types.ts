/*
 * What the API takes and gives, as far as the commands need it, and one table
 * of the routes they call. The client is typed by the table alone.
 */
import type { AccessRoutes } from "./access-types.ts";
import type { ChannelRoutes } from "./channel-types.ts";
import type { ContactRoutes } from "./contact-types.ts";
import type { CrmRoutes } from "./crm-types.ts";
import type { DiagnosticsRoutes } from "./diagnostics-types.ts";
import type { WebhookRoutes } from "./webhook-types.ts";

export type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };
export type Paging = { limit?: number; cursor?: string };

export type Health = {
  status: "ok" | "degraded";
  version: string;
  uptime_seconds: number;
  checks: Record<string, unknown>;
};

export type Channel = {
  id: string;
  platform: string;
  status: string;
  status_reason?: string | null;
  name?: string | null;
  phone_number?: string | null;
  phone_number_id?: string | null;
  waba_id?: string | null;
  quality_rating?: string | null;
  messaging_limit?: string | null;
  token_expires_at?: string | null;
  settings?: { paused?: boolean };
  created_at?: string;
  updated_at?: string;
  last_seen_at?: string | null;
};
export type NewChannel = {
  platform: string;
  name: string;
  phone_number_id?: string;
  waba_id?: string;
  access_token?: string;
};

export type NewMessage = {
  channel_id: string;
  to: string;
  type: string;
  content: Record<string, unknown>;
  metadata?: Record<string, string>;
  scheduled_at?: string;
};
export type AcceptedMessage = {
  id: string;
  status: string;
  channel_id: string;
  to: string;
  created_at: string;
};
export type MessageError = {
  code: string;
  title?: string | null;
  detail?: string | null;
  provider_code?: string | number | null;
  retryable?: boolean;
};
export type Message = {
  id: string;
  channel_id: string;
  to_phone?: string | null;
  to?: string | null;
  /** Only on inbound ones. */
  from_phone?: string | null;
  direction?: string;
  type: string;
  status: string;
  provider_message_id?: string | null;
  conversation_id?: string | null;
  contact_id?: string | null;
  content?: unknown;
  error?: MessageError | null;
  attempts?: number;
  scheduled_at?: string | null;
  status_history?: { status: string; at: string }[];
  created_at: string;
  updated_at: string;
};
export type MessageStatus = {
  message_id: string;
  provider_message_id: string | null;
  channel_id: string;
  status: string;
  error: MessageError | null;
  updated_at: string;
  history: { status: string; at: string }[];
};
/** What became of one message of a batch: accepted, or refused with a problem. */
export type BatchAnswer = {
  status: number;
  message?: AcceptedMessage;
  problem?: { code?: string; detail?: string };
};
export type MessageFilters = Paging & {
  channel_id?: string;
  conversation_id?: string;
  contact_id?: string;
  direction?: string;
  status?: string;
  type?: string;
  to?: string;
  created_after?: string;
  created_before?: string;
};

export type Conversation = {
  id: string;
  channel_id: string;
  contact_id: string | null;
  status: string;
  assignee_id: string | null;
  last_inbound_at: string | null;
  service_window_until: string | null;
  last_message: { id: string; direction: string; type: string; preview: string | null } | null;
  created_at: string;
  updated_at: string;
};
export type ConversationFilters = Paging & {
  channel_id?: string;
  contact_id?: string;
  status?: string;
  assignee_id?: string;
  updated_after?: string;
};
export type ConversationChanges = { status?: string; assignee_id?: string | null };

export type Template = {
  id: string;
  channel_id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  rejected_reason: string | null;
  quality: string | null;
  components: unknown[];
  created_at: string;
  updated_at: string;
};
export type TemplateFilters = Paging & {
  channel_id?: string;
  status?: string;
  name?: string;
  language?: string;
  category?: string;
};
export type TemplateSync = {
  id: string;
  status: string;
  created: number;
  updated: number;
  deleted: number;
  error: string | null;
};

/** Method and path → what is sent and what comes back. */
export type Routes = AccessRoutes &
  DiagnosticsRoutes &
  WebhookRoutes &
  CrmRoutes &
  ContactRoutes &
  ChannelRoutes & {
    "GET /v1/health": { response: Health };
    "GET /v1/channels": { query: Paging; response: Page<Channel> };
    "POST /v1/channels": { body: NewChannel; response: Channel };
    "GET /v1/channels/{id}": { path: { id: string }; response: Channel };
    "POST /v1/waba/exchange-code": {
      body: { code: string; waba_id?: string; phone_number_id?: string; redirect_uri?: string };
      response: { waba_id: string; channels: Channel[] };
    };
    "POST /v1/waba/register-phone": { body: { channel_id: string; pin: string }; response: Channel };
    "GET /v1/templates": { query: TemplateFilters; response: Page<Template> };
    "POST /v1/templates": { body: Record<string, unknown>; response: Template };
    "GET /v1/templates/{id}": { path: { id: string }; response: Template };
    "PATCH /v1/templates/{id}": {
      path: { id: string };
      body: Record<string, unknown>;
      response: Template;
    };
    "DELETE /v1/templates/{id}": { path: { id: string }; response: null };
    "POST /v1/templates/{id}/submit": { path: { id: string }; response: Template };
    "POST /v1/templates/sync": { body: { channel_id?: string }; response: { id: string } };
    "GET /v1/templates/sync/{id}": { path: { id: string }; response: TemplateSync };
    "POST /v1/messages": { body: NewMessage; response: AcceptedMessage };
    "GET /v1/messages": { query: MessageFilters; response: Page<Message> };
    "POST /v1/messages/batch": { body: { messages: unknown[] }; response: { data: BatchAnswer[] } };
    "GET /v1/messages/{id}/status": {
      path: { id: string };
      query: { channel_id?: string };
      response: MessageStatus;
    };
    "POST /v1/messages/{id}/cancel": { path: { id: string }; response: Message };
    "GET /v1/conversations": { query: ConversationFilters; response: Page<Conversation> };
    "GET /v1/conversations/{id}": { path: { id: string }; response: Conversation };
    "PATCH /v1/conversations/{id}": {
      path: { id: string };
      body: ConversationChanges;
      response: Conversation;
    };
    "GET /v1/messages/{id}": { path: { id: string }; response: Message };
  };

export type Route = keyof Routes;
export type RequestOf<Name extends Route> = Omit<Routes[Name], "response">;
export type ResponseOf<Name extends Route> = Routes[Name]["response"];
