import { timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import type { RoutedCall } from "../../db/inbound/webhooks.ts";
import type { Drift } from "../drift/drift.ts";
import { parseJson } from "../http/body/body.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { groupCommit } from "../lib/group-commit.ts";
import { Type } from "../lib/typebox.ts";
import { noteWebhook } from "../providers/cloud-api/known/webhook.ts";
import { CLOUD_API } from "../providers/cloud-api/platform.ts";
import { CHALLENGE, MetaWebhook, NOT_SIGNED, NOT_VERIFIED, SIGNATURE, TOO_LARGE } from "./documentation.ts";
import { routedCalls } from "./facts/routing.ts";
import type { InboundWork } from "./process/process.ts";
import { requireSignature } from "./signed.ts";

export type InboundDependencies = {
  appSecret: string | undefined;
  verifyToken: string | undefined;
  /** Counts what came that nobody reads. */
  drift: Pick<Drift, "note">;
  /** Processes what came, or stores it for that. */
  takeInbound: InboundWork["take"];
};

/** `/v1/providers/whatsapp/webhook`: what Meta calls. A call is processed, or stored for that, then answered. */
export function inboundRoutes(
  http: Http,
  { appSecret, verifyToken, drift, takeInbound }: InboundDependencies,
) {
  const take = groupCommit(async (calls: readonly (readonly RoutedCall[])[]) => {
    // the specification names the platform here: this path is Meta's
    await takeInbound(CLOUD_API.name, calls.flat());
    return calls.map(() => undefined);
  });

  return new Elysia({ prefix: "/v1/providers/whatsapp/webhook" })
    .use(http)
    .get("", ({ query }) => challengeResponse(query, verifyToken), {
      detail: documented({
        operation: "answerMetaChallenge",
        summary: "Answer Meta's verification challenge",
        open: true,
        wording: { 403: NOT_VERIFIED },
        parameters: CHALLENGE,
        responses: {
          200: {
            description: "The challenge",
            mediaType: "text/plain",
            schema: Type.String(),
            example: "1158201444",
          },
        },
      }),
    })
    .post(
      "",
      async ({ body, request }) => {
        const bytes = body instanceof Uint8Array ? body : new Uint8Array();
        requireSignature(bytes, request, appSecret);
        const text = new TextDecoder().decode(bytes);
        noteWebhook(parseJson(text), (shape) => drift.note("meta_webhook", shape));
        const calls = routedCalls(text);
        if (calls.length > 0) await take(calls);
        return new Response(null, { status: 200 });
      },
      {
        takes: "signed",
        detail: documented({
          operation: "takeMetaWebhook",
          summary: "Receive a webhook from Meta",
          open: true,
          errors: [400, 408, 503],
          wording: { 401: NOT_SIGNED, 413: TOO_LARGE },
          parameters: [SIGNATURE],
          body: { schema: MetaWebhook },
          description:
            "Verifies the body's bytes with `X-Hub-Signature-256`, and responds when they are processed or stored for that; replays change nothing.",
          responses: { 200: { description: "Taken" } },
        }),
      },
    );
}

function challengeResponse(query: Record<string, string>, verifyToken: string | undefined): Response {
  const token = query["hub.verify_token"] ?? "";
  if (verifyToken === undefined || query["hub.mode"] !== "subscribe" || !sameText(token, verifyToken)) {
    throw problem(403, "verification_failed", "the verify token is not the one in WAYPOST_VERIFY_TOKEN");
  }
  return new Response(query["hub.challenge"] ?? "", { headers: { "content-type": "text/plain" } });
}

function sameText(one: string, other: string): boolean {
  const digest = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
