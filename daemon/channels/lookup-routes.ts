import { Elysia } from "elysia";
import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { type LookupRow, readLookups } from "../../db/whatsapp-web/lookups.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { digitsAt } from "../http/digits-at.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";
import { lookUp } from "./asking/look-up.ts";
import { providerOf } from "./platform.ts";

const Body = Type.Object(
  {
    phones: Type.Array(
      Type.String({ maxLength: 250, description: "With the country code, in any notation" }),
      { minItems: 1, maxItems: 50 },
    ),
  },
  { examples: [{ phones: ["+14155550123"] }] },
);

const LookedUpSchema = Type.Object({
  phone: Type.String({ description: "As it was given" }),
  exists: Nullable(Type.Boolean({ description: "Null when the platform does not say" })),
  wa_id: Nullable(Type.String({ description: "Digits of the number as WhatsApp has it" })),
  lid: Nullable(Type.String()),
  name: Nullable(Type.String({ description: "The person's profile name, if known" })),
  business: Nullable(Type.Boolean()),
  picture_url: Nullable(Type.String()),
  about: Nullable(Type.String()),
});

const LookupResponseSchema = Type.Object(
  { data: Type.Array(LookedUpSchema) },
  {
    title: "LookedUpContacts",
    examples: [
      {
        data: [
          {
            phone: "+14155550123",
            exists: true,
            wa_id: "14155550123",
            lid: "187240155021834@lid",
            name: "Ada",
            business: false,
            picture_url: null,
            about: "Busy",
          },
        ],
      },
    ],
  },
);

/** `/v1/channels/{id}/contacts/lookup`: checks whether numbers are on WhatsApp. */
export function lookupRoutes(http: Http, { sql, providers }: { sql: Sql; providers: Providers }) {
  return new Elysia({ prefix: "/v1/channels" }).use(http).post(
    "/:id/contacts/lookup",
    async ({ caller, params, body, onceElsewhere }) => {
      const channel = await mustFind(sql, caller, params.id);
      return await onceElsewhere(async () => {
        const digits = body.phones.map((phone, index) => digitsAt(`/phones/${index}`, phone));
        const rows = providerOf(providers, channel).looksUpNumbers
          ? await lookUp(sql, channel, digits)
          : await readLookups(sql, channel.organization_id, channel.id, digits);
        const data = rows.map((row, index) => show(row, body.phones[index] ?? row.phone));
        return { status: 200, body: { data } };
      });
    },
    {
      permission: "contacts:read",
      idempotent: true,
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      body: Body,
      detail: documented({
        operation: "lookupContacts",
        summary: "Look numbers up",
        description:
          "Whether numbers are on WhatsApp, and what they show publicly. Results are kept for a day, that a number is not there for ten minutes; at most 50 new numbers a minute are looked up. Meta's API can't look numbers up: on an official channel `exists` is true for people who have written, otherwise null.",
        wording: {
          409: {
            description: "The number is not connected",
            code: "channel_not_connected",
            detail: "the channel is logged_out; connect it, then look numbers up",
          },
          429: { detail: "at most 50 numbers a minute are looked up; WhatsApp bans who asks for more" },
          503: {
            description:
              "The database is unavailable, or WhatsApp did not respond (`lookup_timed_out`); see Retry-After",
            code: "lookup_timed_out",
            detail: "WhatsApp did not respond in time",
          },
        },
        responses: { 200: { description: "In the order of the request", schema: LookupResponseSchema } },
      }),
    },
  );
}

async function mustFind(sql: Sql, caller: Caller, id: string): Promise<ChannelRow> {
  return found(
    mayUseChannel(caller, id) ? await findChannel(sql, caller.organizationId, id) : null,
    "channel",
  );
}

function show(row: LookupRow, phone: string): Static<typeof LookedUpSchema> {
  const nothing = { lid: null, business: null, picture_url: null, about: null };
  const seen = { exists: row.known ? true : null, wa_id: row.known ? row.phone : null };
  const known = row.answer === null ? seen : JSON.parse(row.answer);
  return { phone, ...nothing, ...known, name: row.name };
}
