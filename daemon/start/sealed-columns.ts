import type { ChannelSettings } from "../../db/channels/settings.ts";
import { factorContext } from "../auth/factors/prove.ts";
import { tokenContext } from "../channels/channel.ts";
import { dataKeyContext } from "../gateway/keys/vault.ts";
import { proxyContext } from "../gateway/number/tunnels.ts";
import { pairingContext } from "../gateway/pairing.ts";
import { responseContext } from "../http/once/once.ts";
import { clientSecretContext } from "../login-provider/provider.ts";
import { PLATFORMS } from "../providers/registry.ts";
import { messageContext } from "../providers/whatsapp-web/send/seal.ts";
import { checkContext, derivedContext } from "../secrets/check.ts";
import { keyIdOf } from "../secrets/envelope.ts";
import type { Reseal, ResealableColumn } from "../secrets/reseal.ts";
import { headerContext, secretContext } from "../webhooks/sealed.ts";

/**
 * Every column that holds values sealed with the master key: a rotation seals these again, so one that is missing here
 * is lost with the old key. A column whose values are later copied to another one comes before it. Sessions' own keys
 * and credentials are sealed with a data key, which is here.
 */
export const SEALED_COLUMNS: readonly ResealableColumn[] = [
  // replaced together with the key, so that it never waits for its turn
  alone("installation", ["sealed_check"], "sealed_check", () => checkContext()),
  alone("derived_secrets", ["purpose"], "sealed", ([purpose = ""]) => derivedContext(purpose)),
  alone("channels", ["organization_id", "id"], "access_token", ([, id = ""]) => tokenContext(id)),
  {
    table: "channels",
    key: ["organization_id", "id"],
    column: "settings",
    type: "jsonb",
    reseal: (value, [, id = ""], again) => resealProxy(value, id, again),
  },
  alone("user_factors", ["organization_id", "id"], "secret", ([, id = ""]) => factorContext(id)),
  alone("login_providers", ["organization_id"], "client_secret", ([id = ""]) => clientSecretContext(id)),
  alone("webhook_secrets", ["organization_id", "endpoint_id", "id"], "secret", ([, id = ""]) =>
    secretContext(id),
  ),
  {
    table: "webhook_endpoints",
    key: ["organization_id", "id"],
    column: "headers",
    type: "jsonb",
    reseal: (value, [, id = ""], again) => {
      const headers: Record<string, string> = JSON.parse(value);
      const named = Object.entries(headers).map(([name, sealed]) => [
        name,
        again(sealed, headerContext(id, name)),
      ]);
      return JSON.stringify(Object.fromEntries(named));
    },
  },
  alone("web_sessions", ["organization_id", "channel_id"], "data_key", ([, id = ""]) => dataKeyContext(id)),
  alone("web_sessions", ["organization_id", "channel_id"], "pairing", ([, id = ""]) => pairingContext(id)),
  {
    table: "idempotency_keys",
    key: ["organization_id", "key"],
    column: "response",
    type: "text",
    // most responses hold no secret and are kept as they are
    reseal: (response, [organizationId = "", key = ""], again) =>
      keyIdOf(response) === null ? response : again(response, responseContext(organizationId, key)),
  },
  {
    table: "provider_webhooks",
    key: ["id", "provider"],
    column: "body",
    type: "text",
    reseal: (body, [, provider = ""], again) =>
      PLATFORMS[provider]?.readWebhook === undefined ? resealFacts(body, again) : body,
  },
  alone(
    "web_messages",
    ["organization_id", "channel_id", "provider_message_id"],
    "sealed",
    ([, channelId = "", id = ""]) => messageContext(channelId, id),
  ),
];

/** A column whose whole text is one sealed secret. */
function alone(
  table: string,
  key: readonly string[],
  column: string,
  context: (key: readonly string[]) => string,
): ResealableColumn {
  return {
    table,
    key,
    column,
    type: "text",
    reseal: (value, keyOfRow, again) => again(value, context(keyOfRow)),
  };
}

/** Settings without a proxy, or with one that is sealed with the new key, stay as they are, to the letter. */
function resealProxy(value: string, channelId: string, again: Reseal): string {
  const settings: ChannelSettings = JSON.parse(value);
  if (!settings.proxy) return value;
  const sealed = again(settings.proxy.sealed, proxyContext(channelId));
  if (sealed === settings.proxy.sealed) return value;
  return JSON.stringify({ ...settings, proxy: { ...settings.proxy, sealed } });
}

type StoredFacts = {
  target: { channelId: string };
  facts: { providerMessageId?: string; original?: { sealed: string } }[];
};

/** Inbound facts of a paired number have their messages sealed, as daemon/inbound/facts/web-records.ts stores them. */
function resealFacts(body: string, again: Reseal): string {
  const { target, facts, ...rest }: StoredFacts = JSON.parse(body);
  const resealed = facts.map((fact) => {
    const { providerMessageId = "", original } = fact;
    if (original === undefined) return fact;
    const sealed = again(original.sealed, messageContext(target.channelId, providerMessageId));
    return { ...fact, original: { ...original, sealed } };
  });
  return JSON.stringify({ target, facts: resealed, ...rest });
}
