import type { Call } from "./call.ts";
import { accountCallback } from "./callbacks.ts";
import type { GraphNumber } from "./objects.ts";

const APP = { id: "0", name: "Waypost", link: "https://www.facebook.com/games/?app_id=0" };

/** What Meta calls the permissions that a key may have. */
const SCOPES = {
  whatsapp_business_messaging: "messages:send",
  whatsapp_business_management: "templates:read",
};

/** `GET debug_token`: of the key that asks. Of another, no more than that it is not this one. */
export function debugToken({ caller, query }: Call, key: string | null) {
  if (query.input_token !== key)
    return { data: { is_valid: false, error: { code: 190, message: "not this key" } } };
  const scopes = Object.entries(SCOPES).filter(([, needed]) =>
    caller.permissions.some((one) => one === "*" || one === needed),
  );
  return {
    data: {
      ...{ app_id: APP.id, application: APP.name, type: "SYSTEM_USER", is_valid: true },
      ...{ expires_at: 0, data_access_expires_at: 0, user_id: caller.actor.id },
      scopes: scopes.map(([name]) => name),
    },
  };
}

/** `GET {waba_id}/subscribed_apps`. */
export async function subscribedApps(call: Call, numbers: readonly GraphNumber[], id: string) {
  const url = await accountCallback(call, numbers, id);
  const override = url === undefined ? {} : { override_callback_uri: url };
  return { data: [{ whatsapp_business_api_data: APP, ...override }] };
}
