import { Type } from "../../../lib/typebox.ts";
import { httpUrl, strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import { templateDefinition } from "../templates/store.ts";
import { WEBHOOK_FIELDS } from "../webhooks/fields.ts";
import { resetWorld } from "../world.ts";
import { handshake } from "./handshake.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

const webhook = createValidator(
  strict({
    url: Type.Optional(Type.Union([httpUrl, Type.Null()])),
    verify: Type.Optional(Type.Boolean()),
  }),
);

/**
 * `POST /sandbox/webhook`: sets the callback URL (`null`: none). With `verify`, the URL first has to
 * answer Meta's handshake, and stays as it was when it does not.
 */
export async function postWebhook({ world, body }: ControlRequest): Promise<Response> {
  if (!webhook.is(body)) return controlRefusal(400, problemOf(webhook, body));
  const url = body.url === undefined ? world.outbox.webhookUrl() : (body.url ?? undefined);
  if (body.verify === true) {
    if (url === undefined) return controlRefusal(400, "there is no callback URL to verify");
    const problem = await handshake(url, world.settings.verifyToken);
    if (problem !== null) return controlRefusal(422, `the callback URL could not be verified: ${problem}`);
  }
  world.outbox.setWebhookUrl(url);
  return controlResponse({ url: url ?? null, verified: body.verify === true });
}

const fields = createValidator(
  strict({ without: Type.Array(Type.Union(WEBHOOK_FIELDS.map((name) => Type.Literal(name)))) }),
);

/** `POST /sandbox/webhook_fields`: the app is subscribed to all fields but these. */
export function postWebhookFields({ world, body }: ControlRequest): Response {
  if (!fields.is(body)) return controlRefusal(400, problemOf(fields, body));
  world.unsubscribed.clear();
  for (const name of body.without) world.unsubscribed.add(name);
  return controlResponse({ without: [...world.unsubscribed] });
}

const template = createValidator(templateDefinition);

/** `POST /sandbox/templates`: adds a template, or replaces the one of that name and language. */
export function postTemplate({ world, body }: ControlRequest): Response {
  if (!template.is(body)) return controlRefusal(400, problemOf(template, body));
  return controlResponse(world.templates.put(body));
}

const userIds = createValidator(
  strict({ in_to: Type.Union([Type.Literal("drop"), Type.Literal("refuse")]) }),
);

/** `POST /sandbox/user_ids`: whether messages with a user id in `to` are dropped, as at Meta, or refused. */
export function postUserIds({ world, body }: ControlRequest): Response {
  if (!userIds.is(body)) return controlRefusal(400, problemOf(userIds, body));
  world.userIdsInTo = body.in_to;
  return controlResponse({ in_to: world.userIdsInTo });
}

/** `POST /sandbox/reset`: back to the start; the callback URL stays. */
export function postReset({ world }: ControlRequest): Response {
  resetWorld(world);
  return controlResponse({ reset: true });
}
