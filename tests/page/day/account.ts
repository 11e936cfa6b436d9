/** What the business has at the sandbox beside its number. */
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import type { Site } from "../../support/daemon-process.ts";
import { until } from "../../support/until.ts";
import type { Desk } from "./desk.ts";

/** A number of its own, so that its restriction holds up nobody else. */
export const RESTRICTED_NUMBER = { id: "710000009", waba_id: "810000009" };

/** Adds that number, as a channel. */
export async function addNumber({ sandbox }: Site, { call, control }: Pick<Desk, "call" | "control">) {
  const { id: phone_number_id, waba_id } = RESTRICTED_NUMBER;
  await control("phone_numbers", {
    ...RESTRICTED_NUMBER,
    ...{ display_phone_number: "+1 555-099-0409", verified_name: "Second" },
  });
  await call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: "Second", phone_number_id, waba_id },
    access_token: SANDBOX_DEFAULTS.accessToken,
  });
  await fetch(`${sandbox.graphUrl}/${waba_id}/subscribed_apps`, {
    method: "POST",
    headers: { authorization: `Bearer ${SANDBOX_DEFAULTS.accessToken}` },
  });
}

/** Has the templates of the account fetched, as an operator does once. */
export async function fetchTemplates({ channelId }: Site, { call }: Pick<Desk, "call">): Promise<void> {
  await call("POST", "/v1/templates/sync", { channel_id: channelId });
  await until(async () => (await call("GET", "/v1/templates")).body.data.length > 0);
}
