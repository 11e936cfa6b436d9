import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { audit } from "../auth/audit.ts";
import { contactFilter, FILTERS } from "../contacts/list.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { OTHER_FILES } from "./documentation.ts";
import { exportResponse } from "./export.ts";
import { Raw } from "./raw.ts";

const ExportQuery = Type.Object({
  ...FILTERS,
  raw: Raw,
  format: Type.Optional(Type.Union([Type.Literal("csv"), Type.Literal("ndjson"), Type.Literal("vcard")])),
});

/** `/v1/contacts/export`: exports contacts to a file. */
export function exportRoutes(http: Http, { sql, reading }: { sql: Sql; reading: Reading }) {
  return new Elysia({ prefix: "/v1/contacts" }).use(http).get(
    "/export",
    async ({ caller, brokeOff, query: { format = "csv", raw = false, ...filters } }) => {
      const filter = await contactFilter(sql, caller.organizationId, filters);
      await audit(sql, caller, {
        action: "export.started",
        target: { type: "contacts", id: null },
        changes: { format, ...filters },
      });
      return exportResponse(
        reading.of(caller).readPage,
        caller.organizationId,
        filter,
        { format, raw },
        brokeOff,
      );
    },
    {
      permission: "contacts:read",
      proved: true,
      streams: true,
      query: ExportQuery,
      detail: documented({
        operation: "exportContacts",
        summary: "Export contacts to a file",
        description:
          "Streams all contacts that match the filters, as CSV (the default), NDJSON or vCard 3.0 (`format`). Importing the file again gives the same contacts. In CSV, an apostrophe precedes a cell that a spreadsheet would run as a formula, such as a number with its +; importing removes it, and `raw=true` leaves it out. Contacts that change during the export are in it as they were before or after.",
        responses: {
          200: {
            description: "The file",
            mediaType: "text/csv",
            others: OTHER_FILES,
            schema: Type.String(),
            example:
              "phone_number,name,email,external_source,external_id,bsuid,parent_bsuid,lid,username,tags,custom_fields,consent,consent_at,consent_source,consent_proof,suppression,suppression_at,suppression_proof,contact_id,created_at,updated_at\r\n",
          },
        },
      }),
    },
  );
}
