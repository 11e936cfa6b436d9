/** Everything that a user finds on the page, pressed. */
import type { Role } from "../../../daemon/auth/roles.ts";
import { createThings } from "../../access/things.ts";
import { receiveFrom } from "../../overview/support.ts";
import type { TestDaemon } from "../../support/daemon.ts";
import { eventually } from "../../support/until.ts";
import type { Stage } from "../stage.ts";
import { pressEverything } from "./explore.ts";
import { type Traffic, watchTraffic } from "./traffic.ts";

/** How long that may take on a busy machine: hundreds of presses, each with what it asks for. */
export const PRESSING_MS = 600_000;

/** Presses every control of every view, with something in each list; resolves with what that asked the API for. */
export async function pressedAs(stage: Stage, role: Role): Promise<Traffic> {
  const { daemon } = stage;
  const page = await stage.open("/login", { as: role });
  const traffic = await watchTraffic(page, (await daemon.call("GET", "/openapi.json")).body);
  const pressed = new Set<string>();
  for await (const address of addressesOf(daemon))
    await pressEverything(page, traffic, daemon.url + address, pressed);
  if (pressed.size < FEWEST) throw new Error(`only this was pressed: ${[...pressed].join(", ")}`);
  return traffic;
}

/** Has written, and is not answered. */
const WRITER = "14155550199";

/** Of somebody who may only read: tabs, exports, their own account. */
const FEWEST = 15;

/** Lists, and things in them. */
async function* addressesOf(daemon: TestDaemon): AsyncGenerator<string> {
  const { ct, cv, imp, bc, tpl, ch, lnk, ep, dlv, msg, key, usr, qr, bg, tm, apr } = createThings(daemon);
  const contact = await ct();
  const tag = await daemon.call("POST", `/v1/contacts/${contact}/tags`, { name: "regular" });
  const suppression = { channel: "whatsapp", reason: "complained" };
  const held = await daemon.call("POST", `/v1/contacts/${contact}/suppressions`, suppression);
  const unpaired = { platform: "whatsapp_unofficial", name: "Not paired" };
  const { body, status } = await daemon.call("POST", "/v1/channels", unpaired);
  const conversation = await cv();
  const taken = await daemon.call("POST", `/v1/conversations/${conversation}/hold`, {});
  // one is really deleted, as its path has no id
  const prices = { Other: { utility: 0.0077 } };
  const cards = ["2026-01-01", "2026-01-02"].map((valid_from) => ({ currency: "EUR", valid_from, prices }));
  const priced = await Promise.all(cards.map((card) => daemon.call("PUT", "/v1/rate-card", card)));
  const statuses = [tag, held, taken, ...priced].map((one) => one.status);
  if ([...statuses, status].some((one) => one >= 300)) throw new Error("the data is not there");
  await lnk(body.id);
  await receiveFrom(daemon, WRITER);
  const unread = await eventually("the message that came", async () => {
    const { body: found } = await daemon.call("GET", "/v1/conversations?unread=true&limit=1");
    return found.data[0]?.id as string | undefined;
  });
  yield* ["/", "/messages/new", "/settings/requests", "/settings/organization", "/settings/audit"];
  yield* ["/settings/inbox", "/settings/account", "/inbox", `/inbox/${conversation}`, `/inbox/${unread}`];
  yield* ["/contacts", `/contacts/${contact}`, "/contacts/imports", `/contacts/imports/${await imp()}`];
  yield* ["/broadcasts", `/broadcasts/${await bc()}`, "/templates", `/templates/${await tpl()}`];
  yield* ["/channels", `/channels/${body.id}`, `/channels/${await ch()}`];
  yield* ["/webhooks", `/webhooks/${await ep()}`, "/webhooks/deliveries"];
  yield* [`/webhooks/deliveries/${await dlv()}`, "/messages"];
  // made last, as the list has cancelled all that wait
  yield `/messages/${await msg()}`;
  yield* [
    ...["/settings/quick-replies", `/settings/quick-replies/${await qr()}`],
    ...["/costs", "/budgets", `/budgets/${await bg()}`],
    ...["/response-times", "/settings/teams", `/settings/teams/${await tm()}`],
    ...["/approvals", `/approvals/${await apr()}`],
    "/settings/keys",
    `/settings/keys/${await key()}`,
    "/settings/users",
    `/settings/users/${await usr()}`,
  ];
}
