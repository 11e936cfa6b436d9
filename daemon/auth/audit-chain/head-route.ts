import { Elysia } from "elysia";
import { readChain } from "../../../db/auth/audit-chain.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { signHead } from "../../audit-chain/head.ts";
import { NO_HASH } from "../../audit-chain/link.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { Nullable, Type } from "../../lib/typebox.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { signedHead } from "./signed-head.ts";

const HeadSchema = Type.Object(
  {
    organization_id: Type.String(),
    position: Type.Integer({ description: "The newest link that is signed; 0 before the first" }),
    hash: Type.String({
      description: "Its hash, which depends on all links before it: SHA-256, hexadecimal",
    }),
    signed_at: Type.String({ description: "ISO 8601, in UTC" }),
    public_key: Type.String({ description: "The installation's key: Ed25519, base64" }),
    signature: Type.String({ description: "Ed25519, base64" }),
    since: Nullable(Type.String({ description: "When the oldest link was made" })),
    broken_at: Nullable(
      Type.String({ description: "Since when nothing is signed, because the log was changed past Waypost" }),
    ),
  },
  {
    title: "AuditHead",
    examples: [
      {
        organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        position: 4711,
        hash: "9f2c1e6b0d3a48579f2c1e6b0d3a48579f2c1e6b0d3a48579f2c1e6b0d3a4857",
        signed_at: "2026-11-21T09:30:00.000000Z",
        public_key: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
        signature: "hgyY0il+MGCjP0JzlnkABCsT2Q1aN0yeQ3m4l8y0mDk8Zb9rQX1e6GmYwq0b4m5V2k3n1s7u9d0f2h4j6l8zCw==",
        since: "2026-01-02T10:00:00.000000Z",
        broken_at: null,
      },
    ],
  },
);

type Dependencies = { sql: Sql; secrets: Pick<Secrets, "derive"> };

/** `/v1/audit/head`: where the audit log's chain ends, signed. */
export function auditHeadRoute(http: Http, { sql, secrets }: Dependencies) {
  return new Elysia({ prefix: "/v1/audit" }).use(http).get(
    "/head",
    async ({ caller: { organizationId } }) => {
      const chain = await readChain(sql, organizationId);
      const signed = chain === null ? null : signedHead(secrets, organizationId, chain);
      const empty = { organization_id: organizationId, position: 0, hash: NO_HASH };
      const head =
        signed ?? signHead(secrets.derive("audit"), { ...empty, signed_at: new Date().toISOString() });
      return { ...head, since: chain?.since ?? null, broken_at: chain?.broken_at?.toISOString() ?? null };
    },
    {
      permission: "audit:read",
      detail: documented({
        operation: "getAuditHead",
        summary: "Show the signed head of the audit log",
        description:
          "Note it elsewhere: `waypostd audit verify --head` and `waypost audit verify --head` then prove that nothing before it was changed, removed, inserted or reordered. Entries are linked and signed within a minute.",
        shows: HeadSchema,
      }),
    },
  );
}
