/** Everything that a user finds on the page, pressed. */
import type { Role } from "../../../daemon/auth/roles.ts";
import { createThings } from "../../access/things.ts";
import type { TestDaemon } from "../../support/daemon.ts";
import type { Stage } from "../stage.ts";
import { pressEverything } from "./explore.ts";
import { type Traffic, watchTraffic } from "./traffic.ts";

/** How long that may take on a busy machine: hundreds of presses, each with what it asks for. */
export const PRESSING_MS = 600_000;

/** Presses every control of every view, with something in each list; resolves with what that asked the API for. */
export async function pressedAs(stage: Stage, role: Role): Promise<Traffic> {
  const { daemon } = stage;
  const page = await stage.open("/login", { as: role });
  const traffic = await watchTraffic(page, await apiPaths(daemon));
  const pressed = new Set<string>();
  for (const address of await addressesOf(daemon))
    await pressEverything(page, traffic, daemon.url + address, pressed);
  if (pressed.size < FEWEST) throw new Error(`only this was pressed: ${[...pressed].join(", ")}`);
  return traffic;
}

/** Of somebody who may only read: tabs, exports, their own account. */
const FEWEST = 15;

/** The paths of the OpenAPI document. */
export async function apiPaths(daemon: TestDaemon): Promise<string[]> {
  return Object.keys((await daemon.call("GET", "/openapi.json")).body.paths);
}

/** Lists, and things in them. */
async function addressesOf(daemon: TestDaemon): Promise<string[]> {
  const { ct, cv, imp, bc, tpl, ch, lnk, ep, dlv, msg, key, usr } = createThings(daemon);
  const contact = await ct();
  const tag = await daemon.call("POST", `/v1/contacts/${contact}/tags`, { name: "regular" });
  const suppression = { channel: "whatsapp", reason: "complained" };
  const held = await daemon.call("POST", `/v1/contacts/${contact}/suppressions`, suppression);
  const unpaired = { platform: "whatsapp_unofficial", name: "Not paired" };
  const { body, status } = await daemon.call("POST", "/v1/channels", unpaired);
  if ([tag.status, held.status, status].some((one) => one >= 300)) throw new Error("the data is not there");
  await lnk(body.id);
  return [
    ...["/", "/messages/new", "/settings/requests", "/settings/organization", "/settings/audit"],
    ...[
      "/settings/account",
      "/inbox",
      `/inbox/${await cv()}`,
      "/contacts",
      `/contacts/${contact}`,
      "/contacts/imports",
      `/contacts/imports/${await imp()}`,
      "/broadcasts",
      `/broadcasts/${await bc()}`,
    ],
    ...["/templates", `/templates/${await tpl()}`, "/channels", `/channels/${body.id}`],
    ...[`/channels/${await ch()}`, "/webhooks", `/webhooks/${await ep()}`],
    ...["/webhooks/deliveries", `/webhooks/deliveries/${await dlv()}`, "/messages"],
    ...[`/messages/${await msg()}`, "/settings/keys", `/settings/keys/${await key()}`],
    ...["/settings/users", `/settings/users/${await usr()}`],
  ];
}
