/*
 * What the API takes and gives, under the names that commands know it by. None
 * of it is written down here: all follows from the daemon's routes.
 */
import type { Page, Routes } from "./routes.ts";

export type Route = keyof Routes;
export type RequestOf<Name extends Route> = Omit<Routes[Name], "response">;
export type ResponseOf<Name extends Route> = Routes[Name]["response"];
export type BodyOf<Name extends Route> = Routes[Name] extends { body: infer Body } ? Body : never;
export type PathOf<Name extends Route> = Routes[Name] extends { path: infer Path } ? Path : never;
export type QueryOf<Name extends Route> = Routes[Name] extends { query: infer Query } ? Query : never;
/** One of what a list has. */
export type RowOf<Name extends Route> = ResponseOf<Name> extends { data: (infer Row)[] } ? Row : never;

export type { Page, Routes };
export type Paging = QueryOf<"GET /v1/channels">;

export type Health = ResponseOf<"GET /v1/health">;

export type Channel = ResponseOf<"GET /v1/channels/{id}">;
export type NewChannel = BodyOf<"POST /v1/channels">;

export type NewMessage = BodyOf<"POST /v1/messages">;
export type AcceptedMessage = ResponseOf<"POST /v1/messages">;
export type Message = ResponseOf<"GET /v1/messages/{id}">;
export type MessageStatus = ResponseOf<"GET /v1/messages/{id}/status">;
/** What became of one message of a batch: accepted, or refused with a problem. */
export type BatchAnswer = RowOf<"POST /v1/messages/batch">;
export type MessageFilters = QueryOf<"GET /v1/messages">;
export type Cancellation = ResponseOf<"GET /v1/messages/cancellations/{id}">;
export type CancellationFilters = BodyOf<"POST /v1/messages/cancel">;

export type Conversation = ResponseOf<"GET /v1/conversations/{id}">;
export type ConversationFilters = QueryOf<"GET /v1/conversations">;
export type ConversationChanges = BodyOf<"PATCH /v1/conversations/{id}">;

export type NewTemplate = BodyOf<"POST /v1/templates">;
export type Template = ResponseOf<"GET /v1/templates/{id}">;
export type TemplateFilters = QueryOf<"GET /v1/templates">;
export type TemplateSync = ResponseOf<"GET /v1/templates/sync/{id}">;
