import { isObject, objects } from "../../lib/objects.ts";
import { reportedDigits } from "../../phone-numbers/reported.ts";
import type { Onboarding, ProviderNumber, TokenInspection } from "../management.ts";
import { type MetaApp, tokenOfApp } from "./app/meta-app.ts";
import { missingFields } from "./app/subscriptions.ts";
import type { Graph } from "./graph.ts";
import { text } from "./inbound/values.ts";
import { manage, readAll } from "./management.ts";
import { stateOfNumber } from "./number-state.ts";

const NUMBER_FIELDS = "id,display_phone_number,verified_name,status,quality_rating";

/** How a business's numbers come to us (Meta, "Embedded Signup" and "Registering phone numbers"). */
export function createOnboarding(graph: Graph, app: MetaApp | null): Onboarding {
  return {
    app:
      app === null
        ? null
        : {
            exchangeCode: (code, redirectUri) => exchangeCode(graph, app, code, redirectUri),
            inspectToken: (token) => inspectToken(graph, app, token),
            missingFields: (signal) => missingFields(graph, app, signal),
          },
    listNumbers: ({ wabaId, accessToken }) =>
      readAll(graph, `/${wabaId}/phone_numbers?fields=${NUMBER_FIELDS}&limit=100`, accessToken, readNumber),
    subscribe: ({ wabaId, accessToken }) =>
      manage(graph, { method: "POST", path: `/${wabaId}/subscribed_apps`, accessToken }, () => null),
    register: ({ phoneNumberId, accessToken }, { pin, region }) =>
      manage(
        graph,
        {
          method: "POST",
          path: `/${phoneNumberId}/register`,
          accessToken,
          body: {
            messaging_product: "whatsapp",
            pin,
            ...(region === undefined ? {} : { data_localization_region: region }),
          },
        },
        () => null,
      ),
    askForPast: ({ phoneNumberId, accessToken }, what) =>
      manage(
        graph,
        {
          method: "POST",
          path: `/${phoneNumberId}/smb_app_data`,
          accessToken,
          body: { messaging_product: "whatsapp", sync_type: SYNC_TYPES[what] },
        },
        () => null,
      ),
  };
}

/** Meta, "Onboarding WhatsApp Business app users": contacts first, then the history, each once and within 24 hours. */
const SYNC_TYPES = { people: "smb_app_state_sync", messages: "history" };

async function exchangeCode(graph: Graph, app: MetaApp, code: string, redirectUri: string | undefined) {
  const query = new URLSearchParams({
    client_id: app.id,
    client_secret: app.secret,
    code,
    ...(redirectUri === undefined ? {} : { redirect_uri: redirectUri }),
  });
  const request = { method: "GET", path: `/oauth/access_token?${query}`, accessToken: null } as const;
  return await manage(graph, request, (body) => text(body.access_token));
}

async function inspectToken(graph: Graph, app: MetaApp, token: string) {
  const path = `/debug_token?${new URLSearchParams({ input_token: token })}`;
  const request = { method: "GET", path, accessToken: tokenOfApp(app) } as const;
  return await manage(graph, request, (body) => readInspection(body, app));
}

function readInspection(body: Record<string, unknown>, app: MetaApp): TokenInspection {
  const data = isObject(body.data) ? body.data : {};
  const expires = typeof data.expires_at === "number" ? data.expires_at : 0;
  const targets = objects(data.granular_scopes).flatMap((scope) =>
    Array.isArray(scope.target_ids) && scope.scope === "whatsapp_business_management" ? scope.target_ids : [],
  );
  return {
    isValid: data.is_valid === true,
    isOurs: data.app_id === app.id,
    scopes: Array.isArray(data.scopes) ? data.scopes.map(String) : [],
    wabaIds: [...new Set(targets.map(String))],
    expiresAt: expires === 0 ? null : new Date(expires * 1000),
  };
}

function readNumber(item: Record<string, unknown>): ProviderNumber | null {
  const phoneNumberId = text(item.id);
  if (phoneNumberId === null) return null;
  const digits = reportedDigits(item.display_phone_number);
  return {
    phoneNumberId,
    phoneNumber: digits === null ? null : `+${digits}`,
    name: text(item.verified_name),
    qualityRating: text(item.quality_rating),
    ...stateOfNumber(text(item.status) ?? "CONNECTED"),
  };
}
