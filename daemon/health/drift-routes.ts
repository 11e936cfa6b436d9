import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { DRIFT_SOURCES, listDrift } from "../../db/health/drift.ts";
import { isOperator } from "../../db/organizations/organizations.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";

const Time = Type.String({ format: "date-time" });
const DriftSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      source: Type.Union(
        DRIFT_SOURCES.map((source) => Type.Literal(source)),
        {
          description:
            "A webhook of Meta's, an answer of the Graph API, what WhatsApp Web sends, or how it ended a connection",
        },
      ),
      shape: Type.String({
        description:
          "Names of members from the outside in; `@` is an attribute, `=` a word or a code that is not known, `?` something that is no name. `others` counts what came once 200 shapes of a source were known",
      }),
      first_seen: Time,
      last_seen: Time,
      count: Type.Integer({ description: "How often it came, to all daemons" }),
    }),
  ),
});

/** `/v1/drift`: what Meta and WhatsApp send that nobody here reads. */
export function driftRoutes(http: Http, { sql }: { sql: Sql }) {
  return new Elysia().use(http).get(
    "/v1/drift",
    async ({ caller: { organizationId } }) => {
      if (!(await isOperator(sql, organizationId))) throw operatorOnly();
      return { data: await listDrift(sql) };
    },
    {
      permission: "*",
      detail: documented({
        operation: "listDrift",
        summary: "What came in that nobody reads",
        description:
          "Members, stanzas, kinds of messages and codes that Meta or WhatsApp sent and this version of Waypost doesn't know, the newest first. Only their names are kept, never what was in them, and those that have not come for 180 days are forgotten. Needs a key of the operator's organisation (403 `operator_only`).",
        responses: {
          200: {
            description: "By shape",
            schema: DriftSchema,
            example: {
              data: [
                {
                  ...{ source: "stanza", shape: "notification@type=passkey_prologue_request", count: 12 },
                  ...{ first_seen: "2026-11-21T09:30:00.000Z", last_seen: "2026-11-26T08:12:44.000Z" },
                },
              ],
            },
          },
        },
      }),
    },
  );
}

/** It is of all organisations together. */
function operatorOnly() {
  const detail = "what comes in is of the whole installation; it needs a key of the operator's organisation";
  return problem(403, "operator_only", detail);
}
