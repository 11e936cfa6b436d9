/*
 * The daemon's routes as the compiler knows them: what each takes and returns,
 * read from the type of the daemon's app, so that no command can be built that
 * asks for what is not there. Nothing of the daemon is loaded at run time.
 */

import type { EventSchema } from "../../events/envelope.ts";
import type { QueuedSchema } from "../../imports/documentation.ts";
import type { Static } from "../../lib/typebox.ts";
import type { WaitingSchema } from "../../messages/accept/approval-record.ts";
import type { BATCH_RESPONSE } from "../../messages/accept/send-documentation.ts";
import type { AcceptedSchema } from "../../messages/accepted.ts";
import type { App } from "../api/app.ts";

/** Method and path → what is sent and what comes back. */
export type Routes = { [Name in keyof Leaves & `${string} /v1/${string}`]: RouteOf<Name, Leaves[Name]> };

/** A list that continues on another page. */
export type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

export type Route = keyof Routes;
export type RequestOf<Name extends Route> = Omit<Routes[Name], "response">;
export type ResponseOf<Name extends Route> = Routes[Name]["response"];
export type BodyOf<Name extends Route> = Routes[Name] extends { body: infer Body } ? Body : never;
export type PathOf<Name extends Route> = Routes[Name] extends { path: infer Path } ? Path : never;
export type QueryOf<Name extends Route> = Routes[Name] extends { query: infer Query } ? Query : never;
/** One of what a list has. */
export type RowOf<Name extends Route> = ResponseOf<Name> extends { data: (infer Row)[] } ? Row : never;
/** Which part of a list is requested. */
export type Paging = QueryOf<"GET /v1/channels">;

/** Responses that the daemon writes as text, which the compiler can't look into; as they are documented. */
type Written = {
  "POST /v1/contacts/import": Static<typeof QueuedSchema>;
  "GET /v1/events": Page<Static<typeof EventSchema>> & { meta: { last_cursor: string } };
  "POST /v1/messages": Static<typeof AcceptedSchema> | Static<typeof WaitingSchema>;
  "POST /v1/messages/batch": Static<(typeof BATCH_RESPONSE)["schema"]>;
};

type RouteOf<Name, Route> = Route extends Leaf
  ? Member<"path", Route["params"]> &
      Member<"query", Route["query"]> &
      Member<"body", Route["body"]> & {
        response: Name extends keyof Written ? Written[Name] : SuccessOf<Route["response"]>;
      }
  : never;

/** The type of a request's member, if the route takes it. */
type Member<Name extends string, Given> = unknown extends Given
  ? unknown
  : [keyof NonNullable<Given>] extends [never]
    ? unknown
    : { [Key in Name]: Taken<Given> };

/**
 * A request's type as the CLI sends it. The daemon validates what people typed, so a union of words is any string here;
 * where the daemon types such a choice as a list, no value would satisfy the compiler.
 */
type Taken<Value> = [Value] extends [undefined]
  ? string
  : IsAny<Value> extends true
    ? unknown
    : Value extends string
      ? string
      : Value extends number
        ? number
        : Value extends object
          ? { [Key in keyof Value]: Taken<Value[Key]> }
          : Value;

/** The JSON of a response; null without a body. */
type SuccessOf<Responses> = Responses extends { 200: infer Body }
  ? [Exclude<Body, Response>] extends [never]
    ? null
    : Shown<Exclude<Body, Response>>
  : null;

type Shown<Value> =
  IsAny<Value> extends true
    ? unknown
    : Value extends Date
      ? string
      : Value extends object
        ? { [Key in keyof Value]: Shown<Value[Key]> }
        : Value;

type IsAny<Value> = 0 extends 1 & Value ? true : false;

type Leaf = { body: unknown; params: unknown; query: unknown; response: unknown };
type Method = "get" | "post" | "put" | "patch" | "delete";

/** Elysia keeps a tree, a level for every part of a path and one for the method. */
type Flat<Tree, Path extends string = ""> = {
  [Key in keyof Tree & string]: Key extends Method
    ? { [Name in `${Uppercase<Key>} ${Path}`]: Tree[Key] }
    : Flat<Tree[Key], `${Path}/${Part<Key>}`>;
}[keyof Tree & string];
type Part<Key extends string> = Key extends `:${infer Name}` ? `{${Name}}` : Key;
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never;
type Leaves = All<Flat<App["~Routes"]>>;
