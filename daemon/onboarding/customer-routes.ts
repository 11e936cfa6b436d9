import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { playCustomer } from "./sandbox-number.ts";

type CustomerDependencies = { sql: Sql; outside: { graphUrl: string; sandbox: boolean } };

const KINDS = ["image", "audio", "document", "location", "contacts", "order"] as const;

const Body = Type.Object(
  {
    from: Type.String({ pattern: "^[0-9]{5,15}$", description: "Their number, in digits" }),
    name: Type.String({ minLength: 1, maxLength: 256, description: "Their name on WhatsApp" }),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 4096, description: "What they write" })),
    kind: Type.Optional(
      Type.Union(
        KINDS.map((kind) => Type.Literal(kind)),
        { description: "What they send in place of a text; the sandbox makes it up" },
      ),
    ),
  },
  { examples: [{ from: "16505551234", name: "Ada Byron", text: "Is it ready?" }] },
);
const Heard = Type.Object({
  provider_message_id: Type.String({ examples: ["wamid.HBgLMTY1MDU1NTEyMzQVAgASGA"] }),
});

/** `POST /v1/channels/{id}/customer`: somebody who writes, where a sandbox stands in for WhatsApp. */
export function customerRoutes(http: Http, { sql, outside }: CustomerDependencies) {
  return new Elysia({ prefix: "/v1/channels" }).use(http).post(
    "/:id/customer",
    async ({ caller, params: { id }, body, set }) => {
      const isTheirs = mayUseChannel(caller, id);
      const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
      const { phone_number_id: number } = channel;
      if (!outside.sandbox || !channel.sandbox || number === null)
        throw problem(
          422,
          "not_sandbox",
          "people write to this number by themselves; it is no official number of the sandbox",
        );
      if ((body.text === undefined) === (body.kind === undefined))
        throw problem(422, "invalid_request", "give one of text and kind");
      set.status = 202;
      return { provider_message_id: await playCustomer(outside.graphUrl, number, body) };
    },
    {
      permission: "messages:send",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      body: Body,
      detail: documented({
        operation: "playCustomer",
        summary: "Have a customer of the sandbox write",
        description:
          "Somebody writes to an official number of the sandbox; the message comes in as from WhatsApp. Only where the daemon runs with the sandbox.",
        keepsNothing: true,
        responses: { 202: { description: "They wrote", schema: Heard } },
      }),
    },
  );
}
