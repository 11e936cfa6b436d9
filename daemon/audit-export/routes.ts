import { Elysia, t } from "elysia";
import { readChain } from "../../db/auth/audit-chain.ts";
import { type LinkRow, linkBefore, readLinks } from "../../db/auth/audit-links.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { ExportHead } from "../audit-chain/check-export.ts";
import { audit } from "../auth/audit.ts";
import { signedHead } from "../auth/audit-chain/signed-head.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { fileResponse } from "../imports/file-response.ts";
import { Type } from "../lib/typebox.ts";
import type { Secrets } from "../secrets/envelope.ts";

type Dependencies = { sql: Sql; secrets: Pick<Secrets, "derive"> };

const LINKS_AT_ONCE = 500;

const ExportQuery = Type.Object({
  after: t.Optional(t.Integer({ minimum: 0, description: "Only what stands behind this link" })),
  since: Type.Optional(Type.String({ format: "date-time", description: "Only what was linked since" })),
  until: Type.Optional(
    Type.String({
      format: "date-time",
      description: "Only entries that were linked before; the links go on to the head",
    }),
  ),
});

/** `/v1/audit/export`: the audit log with its chain, as a file that can be verified without the database. */
export function auditExportRoute(http: Http, { sql, secrets }: Dependencies) {
  return new Elysia({ prefix: "/v1/audit" }).use(http).get(
    "/export",
    async ({ caller, brokeOff, query }) => {
      const { organizationId } = caller;
      await audit(sql, caller, {
        action: "export.started",
        target: { type: "audit", id: null },
        changes: { ...query },
      });
      const { after = 0, since = null, until = null } = query;
      const follows = await linkBefore(sql, organizationId, { after, since });
      const heading = { type: "export", organization_id: organizationId, follows, until } as const;
      const texts = linesOf({ sql, secrets }, heading);
      return await fileResponse({ name: "audit", format: "ndjson", texts }, brokeOff);
    },
    {
      permission: "audit:read",
      streams: true,
      query: ExportQuery,
      detail: documented({
        operation: "exportAudit",
        summary: "Export the audit log with its chain",
        description:
          "Streams NDJSON: a line that says what it is an export of, a line for each link with its entry, the oldest first, and the signed head. `waypost audit verify` verifies the file without the database. To go on later, give the position of the last link as `after`.",
        responses: {
          200: {
            description: "The file",
            mediaType: "application/x-ndjson",
            schema: Type.String(),
            example:
              '{"type":"export","organization_id":"org_01JDB2M5S8V0ZC3K7Q2M4N6P8R","follows":null,"until":null}\n',
          },
        },
      }),
    },
  );
}

/** The lines of an export: its links go on until they reach what is signed by then. */
async function* linesOf({ sql, secrets }: Dependencies, heading: ExportHead): AsyncGenerator<string> {
  const { organization_id: organizationId, follows, until } = heading;
  yield lineOf(heading);
  let after = follows?.position ?? 0;
  while (true) {
    const links = await readLinks(sql, organizationId, { after, most: LINKS_AT_ONCE });
    if (links.length > 0) yield links.map((link) => lineOf(shown(link, until))).join("");
    after = links.at(-1)?.position ?? after;
    if (links.length === LINKS_AT_ONCE) continue;
    const chain = await readChain(sql, organizationId);
    const head = chain === null ? null : signedHead(secrets, organizationId, chain);
    if (head !== null && head.position > after) continue;
    if (head !== null) yield lineOf({ type: "head", ...head });
    return;
  }
}

function shown({ entry, ...link }: LinkRow, until: string | null): object {
  const isIn = until === null || Date.parse(link.created_at) < Date.parse(until);
  return { type: "link", ...link, entry: isIn ? entry : null };
}

function lineOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}
