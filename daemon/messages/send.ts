import { createHash } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import type { AcceptOutcome } from "../../db/messages.ts";
import { type Caller, mayUseChannel } from "../auth/authenticate.ts";
import type { ChannelCache } from "../channels/cache.ts";
import { problem } from "../http/problem.ts";
import { newMessageId } from "../ids.ts";
import type { Accept, AcceptRequest } from "./accept.ts";
import { canonicalContent, typeOn } from "./content.ts";
import { messageTypes } from "./types/registry.ts";

const LONGEST_SCHEDULE_MILLISECONDS = 30 * 24 * 3600_000;
const METADATA_KEYS = 16;

export const SendBody = Type.Object(
  {
    channel_id: Type.String({ minLength: 1, maxLength: 64, description: "The channel to send from" }),
    to: Type.Optional(
      Type.String({ maxLength: 32, description: "Recipient's phone number: international, digits only" }),
    ),
    to_phone: Type.Optional(Type.String({ maxLength: 32, description: "Alias of `to`" })),
    conversation_id: Type.Optional(Type.String({ maxLength: 64 })),
    type: Type.String({ maxLength: 64, description: "One of the message types" }),
    content: Type.Record(Type.String(), Type.Unknown(), {
      description: "What is sent; its shape depends on `type`",
    }),
    scheduled_at: Type.Optional(
      Type.String({ maxLength: 40, description: "ISO 8601, at most 30 days ahead" }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
        description: "At most 16 keys; echoed in the record and in events",
      }),
    ),
  },
  {
    examples: messageTypes().map((type) => ({
      channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
      to: "14155550123",
      type: type.type,
      content: type.examples[0],
    })),
  },
);

/** How a send was answered: the body, and whether it is an earlier answer given again. */
export type SendAnswer = { body: string; replayed: boolean };

/** Accepts a message for a caller: everything `POST /v1/messages` promises. Throws problems. */
export async function send(
  { accept, channels }: { accept: Accept; channels: ChannelCache },
  caller: Caller,
  body: Static<typeof SendBody>,
  idempotencyKey: string | null,
): Promise<SendAnswer> {
  const request = await check(channels, caller, body, idempotencyKey);
  return answer(await accept(request), request);
}

async function check(
  channels: ChannelCache,
  caller: Caller,
  body: Static<typeof SendBody>,
  idempotencyKey: string | null,
): Promise<AcceptRequest> {
  const channel = mayUseChannel(caller, body.channel_id)
    ? await channels.find(caller.organizationId, body.channel_id)
    : null;
  if (channel === null) {
    throw problem(422, "channel_not_found", "/channel_id: there is no such channel", {
      errors: [{ path: "/channel_id", message: "no such channel" }],
    });
  }
  const type = typeOn(channel.platform, body.type);
  const content = canonicalContent(channel.platform, type, body.content);
  const address = recipient(
    body.to ?? body.to_phone,
    body.to === undefined && body.to_phone !== undefined ? "/to_phone" : "/to",
  );
  const scheduledAt = schedule(body.scheduled_at);
  const accepted = {
    id: newMessageId(),
    status: scheduledAt === null ? "queued" : "scheduled",
    channel_id: channel.id,
    to: address,
    created_at: new Date().toISOString(),
  };
  return {
    organization_id: caller.organizationId,
    id: accepted.id,
    channel_id: channel.id,
    conversation_id: body.conversation_id ?? null,
    address,
    type: type.type,
    content: JSON.stringify(content),
    metadata: metadata(body.metadata),
    scheduled_at: scheduledAt,
    created_at: accepted.created_at,
    idempotency_key: idempotencyKey,
    fingerprint: idempotencyKey === null ? null : fingerprint(body),
    response: JSON.stringify(accepted),
  };
}

function answer(outcome: AcceptOutcome, request: AcceptRequest): SendAnswer {
  switch (outcome.outcome) {
    case "accepted":
      return { body: request.response, replayed: false };
    case "replayed":
      return { body: outcome.response ?? request.response, replayed: true };
    case "key_reused":
      throw problem(
        422,
        "idempotency_key_reused",
        "this Idempotency-Key was used with another body in the last 24 hours",
      );
    case "conversation_not_found":
      throw problem(
        422,
        "conversation_not_found",
        "/conversation_id: no conversation with this recipient on this channel",
        {
          errors: [
            { path: "/conversation_id", message: "no conversation with this recipient on this channel" },
          ],
        },
      );
  }
}

/** The digits of a phone number; a leading +, spaces, dashes, dots and brackets are forgiven. */
function recipient(given: string | undefined, path: string): string {
  if (given === undefined) throw invalid(path, "required");
  const digits = given.replace(/^\+/, "").replace(/[ ().-]/g, "");
  if (!/^[1-9][0-9]{6,14}$/.test(digits)) {
    throw invalid(
      path,
      "expected a phone number in international format, 7 to 15 digits, without a leading +",
    );
  }
  return digits;
}

/** The moment to send at; null is now. A moment that has passed is now, too. */
function schedule(given: string | undefined): string | null {
  if (given === undefined) return null;
  const at = Date.parse(given);
  if (Number.isNaN(at) || !/^\d{4}-\d{2}-\d{2}T/.test(given)) {
    throw invalid("/scheduled_at", "expected an ISO 8601 time such as 2026-12-01T09:00:00Z");
  }
  if (at > Date.now() + LONGEST_SCHEDULE_MILLISECONDS)
    throw invalid("/scheduled_at", "at most 30 days ahead");
  return at <= Date.now() ? null : new Date(at).toISOString();
}

function metadata(given: Record<string, unknown> | undefined): string | null {
  if (given === undefined) return null;
  if (Object.keys(given).length > METADATA_KEYS) throw invalid("/metadata", `at most ${METADATA_KEYS} keys`);
  return JSON.stringify(given);
}

function invalid(path: string, message: string) {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}

function fingerprint(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}
