import { Elysia } from "elysia";
import type { Queryable } from "../../../db/connection/client.ts";
import {
  type CancellationFilter,
  type CancellationKey,
  type CancellationRow,
  findCancellation,
  startCancellation,
} from "../../../db/messages/cancel/cancellations.ts";
import { findNamed } from "../../../db/messages/recipients.ts";
import { audited } from "../../auth/audit.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { notFound } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { newId } from "../../lib/ids.ts";
import { Type } from "../../lib/typebox.ts";
import { type RecipientDependencies, usableChannel } from "../accept/recipient.ts";
import { userId } from "../accept/send-fields.ts";
import { CancellationBody, CancellationSchema, filterOf, showCancellation } from "./cancellation.ts";

/** No contact has it: nothing is cancelled for a user id that nobody has. */
const NOBODY = "";

/** Cancelling many messages that wait, and how far that is. */
export function cancellationRoutes(http: Http, { sql, channels }: RecipientDependencies) {
  return new Elysia({ prefix: "/v1/messages" })
    .use(http)
    .post(
      "/cancel",
      async ({ caller, body, once }) =>
        await once(async (sql) => {
          const key = { organizationId: caller.organizationId, id: newId("can") };
          const filter = await withPerson(sql, key, filterOf(caller, body), body.recipient);
          if (body.channel_id !== undefined) await usableChannel(channels, caller, body.channel_id);
          const entry = {
            action: "messages.cancelled",
            target: { type: "cancellation", id: key.id },
            changes: body,
          };
          const row =
            body.dry_run === true
              ? await startCancellation(sql, key, filter, true)
              : await audited(sql, caller, entry, (transaction) =>
                  startCancellation(transaction, key, filter, false),
                );
          return { status: 202, body: showCancellation(row) };
        }),
      {
        permission: "messages:send",
        idempotent: true,
        body: CancellationBody,
        detail: documented({
          operation: "cancelMessages",
          summary: "Cancel many messages",
          description:
            "Cancels the messages that wait now and match all of the filters. Counting and cancelling happen in the background; the record shows the progress. Messages that are accepted later, or whose sending has begun, are not affected.",
          errors: [409],
          responses: { 202: { description: "Started", schema: CancellationSchema } },
        }),
      },
    )
    .get(
      "/cancellations/:id",
      async ({ caller, params }) => {
        const row = await findCancellation(sql, { organizationId: caller.organizationId, id: params.id });
        if (row === null || !maySee(caller, row)) throw notFound("cancellation");
        return showCancellation(row);
      },
      {
        permission: "messages:send",
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        detail: documented({
          operation: "getMessageCancellation",
          summary: "Get a cancellation of many messages",
          responses: { 200: { description: "Its progress", schema: CancellationSchema } },
        }),
      },
    );
}

/** A filter with the person whom a user id names, by their contact. Throws 422 for what is no user id. */
async function withPerson(
  sql: Queryable,
  { organizationId }: CancellationKey,
  filter: CancellationFilter,
  recipient: string | undefined,
): Promise<CancellationFilter> {
  if (recipient === undefined) return filter;
  const { contact_id: contactId } = filter;
  const names = { phone: null, userId: userId(recipient), userName: null, contactId, conversationId: null };
  const { by_user_id: person, by_contact: other } = await findNamed(sql, organizationId, names, null);
  const isNobody = person === null || (contactId !== null && other !== person);
  return { ...filter, contact_id: isNobody ? NOBODY : person };
}

function maySee(caller: Caller, { channel_ids }: CancellationRow): boolean {
  return caller.channelIds === null || (channel_ids?.every((id) => mayUseChannel(caller, id)) ?? false);
}
