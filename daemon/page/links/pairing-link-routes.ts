import { Elysia } from "elysia";
import { type ChannelRow, findChannel } from "../../../db/channels/channels.ts";
import { listPairingLinks, type PairingLinkRow } from "../../../db/channels/pairing-links.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { providerOf } from "../../channels/platform.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../../http/paging.ts";
import { problem } from "../../http/problem.ts";
import type { Reading } from "../../http/reading.ts";
import { baseOf, type SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Nullable, Type } from "../../lib/typebox.ts";
import type { Providers } from "../../providers/provider.ts";
import { LIFE_SECONDS, makePairingLink, revokePairingLink, TOO_MANY } from "./pairing-link.ts";

export type PairingLinkDependencies = {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  providers: Providers;
  tokenPepper: Uint8Array;
  senderOf: SenderReader;
  publicUrl: string | undefined;
};

const fields = {
  id: Type.String(),
  channel_id: Type.String(),
  state: Type.Union(
    ["open", "begun", "used"].map((state) => Type.Literal(state)),
    {
      description:
        "`open`: nobody has begun a pairing through it; `used`: the number was connected, and the link is of no more use",
    },
  ),
  created_by: Nullable(Type.String({ description: "The key or user that made it" })),
  created_at: Type.String({ format: "date-time" }),
  expires_at: Type.String({ format: "date-time" }),
};
const example = {
  id: "lnk_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  state: "open",
  created_by: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  created_at: "2026-11-21T09:30:00.000Z",
  expires_at: "2026-11-21T10:30:00.000Z",
};
const LinkSchema = Type.Object(fields, { title: "PairingLink", examples: [example] });
const NewLinkSchema = Type.Object(
  { ...fields, url: Type.String({ description: "For the person with the phone; shown only here" }) },
  { title: "CreatedPairingLink", examples: [{ ...example, url: "https://waypost.example.com/pair/wpp_…" }] },
);
const NewLinkBody = Type.Optional(
  Type.Object(
    {
      expires_in: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: LIFE_SECONDS.most,
          description: `Seconds for which it works; without it, ${LIFE_SECONDS.usual}`,
        }),
      ),
    },
    { examples: [{ expires_in: 600 }] },
  ),
);
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** `/v1/channels/{id}/links`: links by which somebody without an account pairs the channel's number. */
export function pairingLinkRoutes(http: Http, dependencies: PairingLinkDependencies) {
  const { sql, reading, cursors, providers, tokenPepper, senderOf, publicUrl } = dependencies;

  async function mustFind(caller: Caller, id: string): Promise<ChannelRow> {
    const channel = mayUseChannel(caller, id) ? await findChannel(sql, caller.organizationId, id) : null;
    return found(channel, "channel");
  }

  return new Elysia({ prefix: "/v1/channels/:id/links" })
    .use(http)
    .post(
      "",
      async ({ caller, params, body, request, server, once }) => {
        const channel = await mustFind(caller, params.id);
        if (providerOf(providers, channel).connects !== "pairing")
          throw problem(422, "unsupported_on_platform", `${channel.platform} channels are not paired`);
        const base = baseOf({ senderOf, publicUrl }, request, server);
        return await once(async (sql) => {
          const { row, token } = await makePairingLink(
            sql,
            tokenPepper,
            caller,
            channel.id,
            body?.expires_in,
          );
          return { status: 201, body: { ...show(row), url: `${base}/pair/${token}` } };
        });
      },
      {
        permission: "channels:manage",
        idempotent: "sealed",
        params: Id,
        body: NewLinkBody,
        detail: documented({
          operation: "createPairingLink",
          summary: "Make a pairing link",
          description:
            "A page by which somebody without an account pairs this channel's number, and sees nothing else: with a code to type on the phone, or a QR code. It works for an hour, or for as long as you say, and for one pairing; until then the person can try again.",
          wording: { 409: TOO_MANY },
          responses: { 201: { description: "The link, shown only this once", schema: NewLinkSchema } },
        }),
      },
    )
    .get(
      "",
      async ({ caller, params, query }) => {
        const channel = await mustFind(caller, params.id);
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listPairingLinks(sql, caller.organizationId, channel.id, before, most),
          show,
          position: (row) => row.id,
        });
      },
      {
        permission: "channels:manage",
        params: Id,
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listPairingLinks",
          summary: "List pairing links",
          responses: { 200: { description: "Not expired yet, newest first", schema: listOf(LinkSchema) } },
        }),
      },
    )
    .delete(
      "/:link_id",
      async ({ caller, params, set }) => {
        const channel = await mustFind(caller, params.id);
        await revokePairingLink(sql, caller, channel.id, params.link_id);
        set.status = 204;
      },
      {
        permission: "channels:manage",
        params: Type.Object({ id: Type.String({ maxLength: 64 }), link_id: Type.String({ maxLength: 64 }) }),
        detail: documented({
          operation: "revokePairingLink",
          summary: "Revoke a pairing link",
          description: "Ends the pairing that was begun through it, unless the number is connected by now.",
          responses: { 204: { description: "Nobody can pair through it any more" } },
        }),
      },
    );
}

function show({ id, channel_id, created_by, created_at, expires_at, begun, used_at }: PairingLinkRow) {
  return {
    ...{ id, channel_id },
    state: used_at === null ? (begun > 0 ? "begun" : "open") : "used",
    created_by,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
