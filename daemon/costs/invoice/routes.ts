import { Elysia } from "elysia";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { type InvoiceDependencies, reconcile } from "./reconcile.ts";
import { INVOICE_EXAMPLE, InvoiceSchema } from "./schema.ts";

/** `/v1/costs/invoice`: what messages cost here, beside what WhatsApp says that it charged. */
export function invoiceRoutes(http: Http, dependencies: InvoiceDependencies) {
  return new Elysia()
    .use(http)
    .get(
      "/v1/costs/invoice",
      ({ caller, query: { month, channel_id: channelId, account_id: accountId } }) =>
        reconcile(dependencies, caller, { month, channelId, accountId }),
      {
        permission: "costs:read",
        query: Type.Object({
          month: Type.String({
            pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$",
            examples: ["2026-10"],
            description: "In the time zone of each account, such as 2026-10",
          }),
          channel_id: Type.Optional(Type.String({ maxLength: 64, description: "Only this channel" })),
          account_id: Type.Optional(
            Type.String({ maxLength: 64, description: "Only this business or messaging account" }),
          ),
        }),
        detail: documented({
          operation: "getInvoice",
          summary: "Compare costs with WhatsApp's invoice",
          description:
            "Reads what WhatsApp charged the numbers of official channels in a month, and compares it with what Waypost counted: for each account that was billed, by day, country and category. Where the two differ, it says why, and which messages may be the ones. WhatsApp keeps this for a year, and calls its own figures approximate until the month is over.",
          errors: [404],
          responses: {
            200: {
              description: "Each number, by each account that it is billed to",
              schema: InvoiceSchema,
              example: INVOICE_EXAMPLE,
            },
          },
        }),
      },
    );
}
