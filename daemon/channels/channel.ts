import type { ChannelRow } from "../../db/channels/channels.ts";
import { graphIdsOf } from "../../db/channels/graph-ids.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import type { AccountRecord } from "../providers/account-form.ts";
import { ChannelSettingsSchema } from "../providers/channel-settings.ts";
import type { ProviderInUse, Providers } from "../providers/provider.ts";
import { accountFormOf, accountFormsOf, membersOf } from "./account-forms.ts";
import { platformName } from "./platform.ts";
import { shownSettings } from "./settings/stored.ts";
import { shownStatus } from "./shown-status.ts";

export const ChannelStatus = Type.Union(
  [
    "disconnected",
    "connecting",
    "pairing",
    "connected",
    "degraded",
    "logged_out",
    "replaced",
    "restricted",
  ].map((status) => Type.Literal(status)),
);

/** A channel as the API shows it. */
export const channelSchema = (providers: Providers) =>
  Type.Object(
    {
      id: Type.String(),
      platform: platformName(providers),
      sandbox: Type.Boolean({
        description:
          "Whether the channel was created in the sandbox. A daemon without the sandbox shows such a channel as `disconnected` and does not use it; a daemon with the sandbox uses no other channels",
      }),
      status: ChannelStatus,
      status_reason: Nullable(Type.String()),
      name: Type.String(),
      phone_number: Nullable(Type.String()),
      offered_number: Nullable(
        Type.String({
          description:
            "The number of another phone that was paired with this channel last, and refused: connecting with `replace_number` lets it take this one's place",
        }),
      ),
      ...membersOf(accountFormsOf(providers).map(({ form }) => form.record)),
      graph: Type.Object(
        { phone_number_id: Type.String(), waba_id: Type.String() },
        {
          description:
            "By which ids programs made for Meta's Cloud API name this channel at `/graph/`: Meta's own, or made for a paired number",
        },
      ),
      health_score: Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description: "How the number stands, as in `GET /v1/channels/{id}/health`; null until it was found",
        }),
      ),
      settings: ChannelSettingsSchema,
      last_seen_at: Nullable(Type.String()),
      created_at: Type.String(),
      updated_at: Type.String(),
    },
    {
      title: "Channel",
      examples: [
        {
          id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
          platform: "whatsapp_official",
          sandbox: false,
          status: "connected",
          status_reason: null,
          name: "Support",
          phone_number: "+15550783881",
          offered_number: null,
          phone_number_id: "106540352242922",
          waba_id: "102290129340398",
          quality_rating: "GREEN",
          messaging_limit: null,
          token_expires_at: null,
          graph: { phone_number_id: "106540352242922", waba_id: "102290129340398" },
          health_score: 92,
          settings: {},
          last_seen_at: "2026-11-21T09:30:00.000Z",
          created_at: "2026-11-21T09:30:00.000Z",
          updated_at: "2026-11-21T09:30:00.000Z",
        },
      ],
    },
  );

/** The encryption context of a channel's access token. */
export function tokenContext(channelId: string): string {
  return `channel ${channelId} access token`;
}

/** Shows channels as the API does, without their tokens. */
export function channelView(providers: Providers) {
  return (row: ChannelRow) => showChannel(providers[row.platform], row);
}

function showChannel(provider: ProviderInUse | undefined, row: ChannelRow) {
  const form = provider === undefined ? null : accountFormOf(provider);
  const account: AccountRecord = form?.show(row) ?? {};
  return {
    id: row.id,
    platform: row.platform,
    sandbox: row.sandbox,
    ...shownStatus(provider, row),
    name: row.name,
    phone_number: row.phone_number,
    offered_number: row.offered_number,
    ...account,
    graph: graphIdsOf(row),
    health_score: row.health_score,
    settings: shownSettings(provider?.settingsOf?.(row.settings) ?? row.settings),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
