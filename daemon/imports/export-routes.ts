import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { audit } from "../auth/audit.ts";
import { contactFilter, FILTERS } from "../contacts/list.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { OTHER_FILES } from "./documentation.ts";
import { exportResponse } from "./export.ts";
import { FormatSchema } from "./record.ts";

const ExportQuery = Type.Object({ ...FILTERS, format: Type.Optional(FormatSchema) });

/** `/v1/contacts/export`: exports contacts to a file. */
export function exportRoutes(http: Http, { sql, reading }: { sql: Sql; reading: Reading }) {
  return new Elysia({ prefix: "/v1/contacts" }).use(http).get(
    "/export",
    async ({ caller, query: { format = "csv", ...filters } }) => {
      const filter = await contactFilter(sql, caller.organizationId, filters);
      await audit(sql, caller, {
        action: "export.started",
        target: { type: "contacts", id: null },
        changes: { format, ...filters },
      });
      return exportResponse(reading.sql, caller.organizationId, filter, format);
    },
    {
      permission: "contacts:read",
      query: ExportQuery,
      detail: documented({
        tags: ["Imports"],
        operation: "exportContacts",
        summary: "Export contacts to a file",
        description:
          "All that the filters leave, streamed: CSV (the default), NDJSON or vCard 3.0 (`format`). What is imported again becomes the same contacts. In CSV, a cell that a spreadsheet would run as a formula has an apostrophe before it, which importing takes away. Contacts that change meanwhile are in it as they were or as they are.",
        responses: {
          200: {
            description: "The file",
            mediaType: "text/csv",
            others: OTHER_FILES,
            schema: Type.String(),
            example:
              "phone_number,name,email,external_source,external_id,tags,custom_fields,contact_id,created_at,updated_at\r\n",
          },
        },
      }),
    },
  );
}
