import { Elysia } from "elysia";
import { findChannel } from "../../../db/channels/channels.ts";
import type { StoredHealth } from "../../../db/channels/health.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { mayUseChannel } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { Nullable, Type } from "../../lib/typebox.ts";
import { LEVEL_NAMES, trendOf } from "./levels.ts";
import type { HealthPart } from "./score.ts";
import { currentHealth } from "./watch.ts";

const PartSchema = Type.Object({
  name: Type.String(),
  value: Type.Number({ description: "A share from 0 to 1, a count, or days" }),
  weight: Type.Number({ description: "How many points it takes at most" }),
  lost: Type.Number({ description: "How many it takes now" }),
  advice: Nullable(Type.String({ description: "What to do; null where it takes nothing" })),
});
const HealthSchema = Type.Object(
  {
    score: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: "100 is well; null of a number that was never paired",
      }),
    ),
    level: Nullable(Type.Unsafe<string>(Type.Union(LEVEL_NAMES.map((name) => Type.Literal(name))))),
    trend: Nullable(
      Type.Unsafe<string>(
        Type.Union(
          ["falling", "steady", "rising"].map((name) => Type.Literal(name)),
          { description: "Against its average of about a day" },
        ),
      ),
    ),
    parts: Type.Array(PartSchema, { description: "What it is made of, first what takes most" }),
    at: Nullable(Type.String({ format: "date-time", description: "When it was found" })),
  },
  {
    title: "ChannelHealth",
    examples: [
      {
        ...{ score: 74, level: "fair", trend: "falling", at: "2026-11-21T09:30:00.000Z" },
        parts: [
          {
            ...{ name: "unanswered", value: 0.95, weight: 10, lost: 7.69 },
            advice:
              "Most people don't answer when you write to them first: stop that campaign, and ask for consent first.",
          },
        ],
      },
    ],
  },
);

/** `/v1/channels/{id}/health`: how likely WhatsApp is to restrict a number, and what to do. */
export function channelHealthRoutes(http: Http, { sql }: { sql: Sql }) {
  return new Elysia({ prefix: "/v1/channels" }).use(http).get(
    "/:id/health",
    async ({ caller, params }) => {
      const { organizationId } = caller;
      const isTheirs = mayUseChannel(caller, params.id);
      const channel = found(isTheirs ? await findChannel(sql, organizationId, params.id) : null, "channel");
      const health = await currentHealth(sql, { organizationId, channelId: channel.id });
      return health === null ? UNKNOWN : showHealth(health);
    },
    {
      permission: "channels:read",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      detail: documented({
        operation: "getChannelHealth",
        summary: "Get a channel's health",
        description:
          "How the number stands, found every five minutes from what is counted of it: not WhatsApp's word, but what was seen before numbers were restricted. Points are taken by each part; `advice` says what to do.",
        responses: { 200: { description: "The health", schema: HealthSchema } },
      }),
    },
  );
}

/** Of a number that was never paired. */
const UNKNOWN = { score: null, level: null, trend: null, parts: [] as HealthPart[], at: null };

function showHealth({ score, level, average, parts, found_at }: StoredHealth) {
  return {
    ...{ score: Math.round(score), level, trend: trendOf(score, average) },
    ...{ parts: JSON.parse(parts) as HealthPart[], at: found_at.toISOString() },
  };
}
