/** Makes what a world begins with: organisations, their numbers and their endpoints. */
import { SANDBOX_DEFAULTS } from "../../../../daemon/sandbox/graph/defaults.ts";
import type { ChannelPlan, OrganizationPlan } from "../world/organization-plan.ts";
import { insist } from "./api.ts";
import type { Receivers } from "./receivers.ts";
import { order } from "./sandbox.ts";
import type { Key, LiveChannel, LiveOrganization, World } from "./world.ts";

/** As fast as it goes, and to anybody. */
const SETTINGS = {
  whatsapp_official: { service_window: "provider", rate: { per_second: 1000, per_recipient_seconds: 0 } },
  whatsapp_unofficial: { service_window: "provider", rate: { per_second: 1000 }, warmup: null },
};
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

/** Makes an organisation by `waypostd`, before any daemon runs. */
export async function makeOrganization(world: World, plan: OrganizationPlan): Promise<LiveOrganization> {
  const { label } = plan;
  const isFirst = world.organizations.length === 0;
  const email = ["--email", `${label}@example.com`, "--json"];
  const words = isFirst ? ["init", "--org", label, ...email] : ["orgs", "create", label, ...email];
  const { api_key: secret } = JSON.parse(await world.stage.waypostd(...words));
  let last = 0;
  return {
    ...{ label, plan, channels: [], next: () => ++last },
    key: { organization: label, name: `the first key of ${label}`, secret },
  };
}

/** Connects its numbers, then its endpoints. */
export async function equip(
  world: World,
  organization: LiveOrganization,
  receivers: Receivers,
): Promise<void> {
  for (const plan of organization.plan.channels) {
    const make = plan.platform === "whatsapp_official" ? makeOfficial : pair;
    const channel = await make(world, organization.key, plan);
    organization.channels.push(channel);
    if (plan.isAtMostOnce) world.history.atMostOnce.push(channel.id);
  }
  for (const plan of organization.plan.endpoints) {
    const n = world.history.endpoints.length;
    const url = `http://127.0.0.1:${world.stage.relays.endpoints[0]?.port}${receivers.path(n)}`;
    const filter = plan.types === null ? {} : { filterTypes: plan.types };
    const { id, secret } = await must(world, organization.key, "POST", ENDPOINTS, { url, ...filter });
    receivers.know(n, { plan, id, secret });
    world.history.endpoints.push({
      ...{ id, organization: organization.label, types: plan.types, at: world.now(), isHealthy: true },
    });
  }
}

/** The body of an answer that says yes; throws at any other. */
// biome-ignore lint/suspicious/noExplicitAny: it reads responses of every shape
export async function must(world: World, key: Key, method: string, path: string, body: object): Promise<any> {
  const answer = await insist(world, key, method, path, body);
  if (answer === null || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** The first is the sandbox's own; others are added to its account. */
async function makeOfficial(
  world: World,
  key: Key,
  { number, isAtMostOnce }: ChannelPlan,
): Promise<LiveChannel> {
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const isFirst = world.organizations[0]?.key === key;
  const [id, waba_id] = [isFirst ? phoneNumber.id : number, phoneNumber.wabaId];
  const delivery = isAtMostOnce ? "at_most_once" : "at_least_once";
  const shown = { display_phone_number: `+${number}`, verified_name: key.organization };
  if (!isFirst) await order(world, "POST", "phone_numbers", { id, waba_id, ...shown });
  const made = await must(world, key, "POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: number, phone_number_id: id, waba_id },
    ...{ access_token: accessToken, settings: { ...SETTINGS.whatsapp_official, delivery } },
  });
  if (made.status !== "connected") throw new Error(`${number} is ${made.status}: ${made.status_reason}`);
  return { id: made.id, platform: "whatsapp_official", number, phoneNumberId: id };
}

async function pair(world: World, key: Key, { number }: ChannelPlan): Promise<LiveChannel> {
  const platform = "whatsapp_unofficial";
  const wish = { platform, name: number, settings: SETTINGS.whatsapp_unofficial };
  const { id } = await must(world, key, "POST", "/v1/channels", wish);
  await must(world, key, "POST", `/v1/channels/${id}/connect`, {});
  let qr: string | null = null;
  while (qr === null) qr = (await insist(world, key, "GET", `/v1/channels/${id}/qr?wait=5`))?.body.qr ?? null;
  await order(world, "POST", `phones/${number}/scan`, { qr });
  while ((await insist(world, key, "GET", `/v1/channels/${id}`))?.body.status !== "connected")
    await Bun.sleep(100);
  return { id, platform, number, phoneNumberId: null };
}
