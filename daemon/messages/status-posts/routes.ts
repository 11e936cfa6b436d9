import { Elysia } from "elysia";
import { type ChannelRow, findChannel } from "../../../db/channels/channels.ts";
import { type StatusAudience, statusPeople } from "../../../db/whatsapp-web/status-people.ts";
import { audit } from "../../auth/audit.ts";
import { type Asking, askSession, lateProblem, requireConnected } from "../../channels/asking/ask.ts";
import { providerOf } from "../../channels/platform.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { found, notFound } from "../../http/found.ts";
import { idempotencyKey } from "../../http/once/idempotency.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { type Static, Type } from "../../lib/typebox.ts";
import type { Providers } from "../../providers/provider.ts";
import type { SessionAnswer } from "../../providers/whatsapp-web/requests/request.ts";
import { whatsappWebMessageId } from "../../providers/whatsapp-web/send/message-id.ts";
import { invalidField } from "../accept/send-fields.ts";
import { type StatusChecks, statusContent } from "./content.ts";
import { DAYS, MOST_PEOPLE, POST_DESCRIPTION, StatusBody, StatusSchema, WORDING } from "./documentation.ts";
import { hasNoStatus, nobodyToShow, requirePosting, tooManyStatuses } from "./refusals.ts";

type Dependencies = Asking & StatusChecks & { providers: Providers };

/** A file is fetched and uploaded first, and a key made for each device; no longer than a request may take (`WAYPOST_REQUEST_SECONDS`). */
const POST_SECONDS = 25;
const DAY_MS = 24 * 3_600_000;

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const IdAndMessage = Type.Object({
  id: Type.String({ maxLength: 64 }),
  message_id: Type.String({ maxLength: 64, description: "WhatsApp's id of the status" }),
});

/** `/v1/channels/{id}/status`: what people see of a paired number among the status updates, for a day. */
export function statusPostRoutes(http: Http, dependencies: Dependencies) {
  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .post(
      "/:id/status",
      async ({ caller, params: { id }, body, request, onceElsewhere }) =>
        await onceElsewhere(async () => {
          const channel = await mustFind(dependencies, caller, id);
          // what is repeated after a lost answer is the same status
          const key = idempotencyKey(request, caller) ?? Bun.randomUUIDv7();
          const posted = await post(dependencies, channel, body, whatsappWebMessageId(`status ${id} ${key}`));
          const { recipients } = posted;
          await note(dependencies, caller, channel, "posted", { status: posted.id, recipients });
          return { status: 201, body: posted };
        }),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        body: StatusBody,
        detail: documented({
          operation: "postStatus",
          summary: "Post a status",
          description: POST_DESCRIPTION,
          wording: WORDING,
          responses: { 201: { description: "The status, as WhatsApp took it", schema: StatusSchema } },
        }),
      },
    )
    .delete(
      "/:id/status/:message_id",
      async ({ caller, params: { id, message_id }, set }) => {
        const channel = await mustFind(dependencies, caller, id);
        await remove(dependencies, channel, message_id);
        await note(dependencies, caller, channel, "removed", { status: message_id });
        set.status = 204;
      },
      {
        permission: "messages:send",
        elsewhere: true,
        params: IdAndMessage,
        detail: documented({
          operation: "deleteStatus",
          summary: "Take a status back",
          description: "One that was posted here within the last 24 hours, from all who have it.",
          wording: { ...WORDING, 429: {} },
          responses: { 204: { description: "Taken back" } },
        }),
      },
    );
}

async function mustFind({ sql, providers }: Dependencies, caller: Caller, id: string): Promise<ChannelRow> {
  const isTheirs = mayUseChannel(caller, id);
  const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
  if (providerOf(providers, channel).connects !== "pairing") throw hasNoStatus();
  return channel;
}

async function post(
  dependencies: Dependencies,
  channel: ChannelRow,
  body: Static<typeof StatusBody>,
  id: string,
): Promise<Static<typeof StatusSchema>> {
  const { sql, providers } = dependencies;
  const { organization_id: organizationId, id: channelId } = channel;
  requirePosting(channel);
  const platform = providerOf(providers, channel);
  const content = await statusContent(dependencies, platform, organizationId, body);
  const audience = audienceOf(body.to);
  const people = await statusPeople(sql, { organizationId, channelId, most: MOST_PEOPLE }, audience);
  if (people.length === 0) throw nobodyToShow(body.to !== undefined);
  const background = body.background_color ?? null;
  const asked = { kind: "status", id, content, background, people } as const;
  const result = done(await askSession<"status">(dependencies, channel, asked, async () => {}, POST_SECONDS));
  if ("roomAt" in result) throw tooManyStatuses(result.roomAt);
  return { id, recipients: people.length, expires_at: new Date(result.at + DAY_MS).toISOString() };
}

async function remove(dependencies: Dependencies, channel: ChannelRow, id: string): Promise<void> {
  requireConnected(channel);
  const asked = { kind: "remove_status", id } as const;
  if (!done(await askSession<"remove_status">(dependencies, channel, asked))) throw notFound("status");
}

function audienceOf(to: Static<typeof StatusBody>["to"]): StatusAudience {
  if (to === undefined) return { days: DAYS };
  const { contact_ids: contactIds, tag } = to;
  if (contactIds !== undefined && tag === undefined) return { contactIds };
  if (tag !== undefined && contactIds === undefined) return { tag };
  throw invalidField("/to", "give one of contact_ids and tag");
}

/** What a session did. Throws what WhatsApp refused. */
function done<Kind extends "status" | "remove_status">(answer: SessionAnswer<Kind>) {
  if (!("refusal" in answer)) return answer.result;
  if (answer.refusal.reason === "no_response") throw lateProblem(true);
  throw problem(422, "provider_rejected", `the status was refused: ${answer.refusal.text}`);
}

async function note(
  { sql }: Dependencies,
  caller: Caller,
  channel: ChannelRow,
  what: "posted" | "removed",
  changes: Record<string, unknown>,
): Promise<void> {
  const target = { type: "channel", id: channel.id };
  await audit(sql, caller, { action: `channel.status_${what}`, target, changes });
}
