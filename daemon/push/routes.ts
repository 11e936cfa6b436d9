import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { deletePush, findPush, type PushKey, type PushRow, setPush } from "../../db/push/subscriptions.ts";
import { sessionToken } from "../auth/authenticate.ts";
import { hashToken } from "../auth/tokens.ts";
import type { EgressGuard } from "../egress/guard.ts";
import { EgressRefused } from "../egress/refused.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import { baseOf, type SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { isZone } from "../lib/time/local-time.ts";
import type { Static } from "../lib/typebox.ts";
import { PushSchema, SubscriptionBody } from "./schemas.ts";
import { areBrowserKeys, type PushSender } from "./send.ts";
import type { Wants } from "./wants.ts";
import { wordsFor } from "./words.ts";

export type PushDependencies = {
  sql: Sql;
  guard: EgressGuard;
  tokenPepper: Uint8Array;
  senderOf: SenderReader;
  publicUrl: string | undefined;
  pushes: PushSender;
};

type Asked = { request: Request; server: Parameters<SenderReader>[1] };

const OF_USERS = {
  403: {
    description: "A key is calling",
    code: "no_user",
    detail: "a key has no browser; log in as the user on the page",
  },
};
const NOT_REACHED = {
  409: {
    description: "The push service did not take it",
    code: "push_refused",
    detail: "the push service answered 403",
  },
};

/** `/v1/auth/push`: what the browser of a login is notified of with no tab open. */
export function pushRoutes(http: Http, dependencies: PushDependencies) {
  const { sql, guard, tokenPepper, senderOf, pushes } = dependencies;

  function keyOf({ organizationId, actor }: Caller, { request, server }: Asked): PushKey {
    const token = actor.type === "user" ? sessionToken(request, senderOf(request, server).isSecure) : null;
    if (token === null) throw problem(403, OF_USERS[403].code, OF_USERS[403].detail);
    return { organization_id: organizationId, token_hash: hashToken(token, tokenPepper) };
  }

  async function show(key: PushKey) {
    const row = await findPush<Wants>(sql, key);
    return { public_key: pushes.publicKey, subscription: row === null ? null : showPush(row) };
  }

  return new Elysia({ prefix: "/v1/auth/push" })
    .use(http)
    .get("", async ({ caller, request, server }) => await show(keyOf(caller, { request, server })), {
      permission: "any",
      detail: documented({
        operation: "getPush",
        summary: "See what this browser is notified of",
        wording: OF_USERS,
        responses: {
          200: { description: "The subscription of this login, if it has one", schema: PushSchema },
        },
      }),
    })
    .put(
      "",
      async ({ caller, body, request, server }) => {
        const key = keyOf(caller, { request, server });
        const { endpoint, keys, wants } = body;
        await refuseUnfit(guard, body);
        const base = baseOf(dependencies, request, server);
        // push services ask for an address where their own operators find this installation's, and refuse localhost
        const subject = base.startsWith("https:") ? base : "mailto:nobody@example.invalid";
        await sql.begin((transaction) =>
          setPush(transaction, { ...key, user_id: caller.actor.id, endpoint, ...keys, subject, wants }),
        );
        return await show(key);
      },
      {
        permission: "any",
        body: SubscriptionBody,
        detail: documented({
          operation: "setPush",
          summary: "Have this browser notified with no tab open",
          description:
            "By Web Push (RFC 8030): what is sent is encrypted for this browser alone. It ends with the login.",
          wording: OF_USERS,
          responses: { 200: { description: "Subscribed", schema: PushSchema } },
        }),
      },
    )
    .delete(
      "",
      async ({ caller, request, server, set }) => {
        await deletePush(sql, keyOf(caller, { request, server }));
        set.status = 204;
      },
      {
        permission: "any",
        detail: documented({
          operation: "endPush",
          summary: "Have this browser notified no more",
          errors: [422],
          wording: OF_USERS,
          responses: { 204: { description: "Not subscribed" } },
        }),
      },
    )
    .post(
      "/test",
      async ({ caller, request, server, set }) => {
        const row = found(await findPush<Wants>(sql, keyOf(caller, { request, server })), "subscription");
        const { worksTitle: title, works } = await wordsFor(row.wants);
        const result = await pushes.send(row, { tag: "test", title, body: works, path: "inbox" });
        if (result.kind === "gone") {
          await deletePush(sql, row);
          throw problem(
            409,
            NOT_REACHED[409].code,
            "the browser has ended its subscription; subscribe again",
          );
        }
        if (result.kind === "refused") throw problem(409, NOT_REACHED[409].code, result.reason);
        set.status = 204;
      },
      {
        permission: "any",
        detail: documented({
          operation: "testPush",
          summary: "Send this browser a notification",
          keepsNothing: true,
          errors: [404, 422],
          wording: { ...OF_USERS, ...NOT_REACHED },
          responses: { 204: { description: "The push service has it" } },
        }),
      },
    );
}

/** Refuses with 422 an address that may not be called, keys that nothing can be encrypted with, and unknown zones. */
async function refuseUnfit(
  guard: EgressGuard,
  { endpoint, keys, wants }: Static<typeof SubscriptionBody>,
): Promise<void> {
  if (!areBrowserKeys(keys)) throw refused("/keys", "give the keys as PushSubscription.toJSON() has them");
  if (wants.quiet_hours !== null && !isZone(wants.quiet_hours.zone))
    throw refused("/wants/quiet_hours/zone", "is not a time zone such as Europe/Berlin");
  await guard.checkUrl(endpoint).catch((cause: unknown) => {
    if (!(cause instanceof EgressRefused)) throw cause;
    throw refused("/endpoint", cause.message);
  });
}

function refused(path: string, message: string) {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}

function showPush({ wants, failing_since, created_at }: PushRow<Wants>) {
  return {
    wants,
    failing_since: failing_since?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
