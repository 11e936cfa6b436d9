/** How each command that waits for something can be brought to each of its ends. */
import { join } from "node:path";
import { newHome } from "../cli/run-cli.ts";
import { countSent } from "../docs/recipes.ts";
import { startPairingSite } from "../gateway/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { FAILING_AUDITS } from "./audit-endings.ts";
import { FAILING_BROADCASTS, WAITING_BROADCASTS } from "./broadcast-endings.ts";
import type { EndingsSite, Held, Manner, Prepared, Subscribed } from "./endings.ts";
import { holding, locked, rowsIn } from "./holding.ts";
import { FAILING_SESSIONS, WAITING_SESSIONS } from "./session-endings.ts";
import { FAILING_TEMPLATES, WAITING_TEMPLATES } from "./template-endings.ts";

/** Commands by their path: what makes each end with 5. */
export const FAILING: Record<string, (site: EndingsSite) => Promise<Prepared>> = {
  ...FAILING_AUDITS,
  ...FAILING_BROADCASTS,
  ...FAILING_TEMPLATES,
  ...FAILING_SESSIONS,
  send: async (site) => ({ words: sending(site, "15550000100") }),
  "conversations reply": async (site) => ({ words: await replying(site, "15550000100") }),
  "channels create": async () => ({
    words: ["channels", "create", "--name", "Wrong", "--phone-number-id", "3", "--access-token", "-"],
    stdin: "EAAwrong\n",
  }),
  "messages batch": async () => ({
    words: ["messages", "batch", "-"],
    stdin: '{"channel_id":"ch_none","to":"14155550123","type":"text","content":{"body":"Hi"}}\n',
  }),
  "templates sync": async ({ daemon }) => ({
    words: ["templates", "sync", "--channel", await strangersChannel(daemon)],
  }),
  invoice: async ({ daemon }) => ({ words: ["invoice", "--channel", await strangersChannel(daemon)] }),
  "endpoints test": (site) => refused(site, "refuse", (id) => ["endpoints", "test", id]),
  trigger: (site) => refused(site, "refuse", triggering),
  "deliveries retry": (site) => refused(site, "refuse", retrying(site)),
  "deliveries replay": (site) => refused(site, "gone", replaying),
  "contacts import": async () => ({ words: await importing("phone_number\nnobody's\n", "--strict") }),
  "quick-replies import": async () => {
    const file = join(newHome(), "replies.json");
    await Bun.write(file, '[{"shortcut":"hours","body":"{{nme}}"}]');
    return { words: ["quick-replies", "import", file] };
  },
  "channels pair": async ({ pairing }) => {
    const id = await pairing.newChannel();
    void pairing
      .until(id, "pairing")
      .then(() => pairing.daemon.call("POST", `/v1/channels/${id}/disconnect`, {}));
    return { words: ["channels", "pair", id] };
  },
  "webhooks verify": async () => ({
    words: ["webhooks", "verify", "--secret", `whsec_${btoa("another secret, of 32 characters")}`],
    stdin: JSON.stringify({
      headers: { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" },
      body: "{}",
    }),
  }),
  doctor: async () => ({ words: ["doctor", "--api-key", `wp_${"z".repeat(36)}`] }),
};

/** Commands by their path: what makes each wait for ever. */
export const WAITING: Record<string, (site: EndingsSite) => Promise<Held>> = {
  ...WAITING_BROADCASTS,
  ...WAITING_TEMPLATES,
  ...WAITING_SESSIONS,
  async send(site) {
    const { daemon } = site;
    const silent = silentNumber();
    const before = await countSent(daemon, silent);
    return { words: sending(site, silent), hasBegun: async () => (await countSent(daemon, silent)) > before };
  },
  async "conversations reply"(site) {
    const silent = silentNumber();
    const words = await replying(site, silent);
    const before = await eventually("message", async () => (await countSent(site.daemon, silent)) || null);
    return { words, hasBegun: async () => (await countSent(site.daemon, silent)) > before };
  },
  "templates sync": async (site) => ({
    ...(await locked(site, "templates")),
    words: ["templates", "sync"],
    hasBegun: rowsIn(site, "template_syncs"),
  }),
  "endpoints test": (site) => kept(site, (id) => ["endpoints", "test", id]),
  trigger: (site) => kept(site, triggering),
  "deliveries retry": (site) => kept(site, retrying(site)),
  "deliveries replay": (site) => kept(site, replaying),
  "contacts import": async (site) => ({
    ...(await locked(site, "contacts")),
    words: await importing("phone_number\n14155550199\n"),
    hasBegun: rowsIn(site, "imports"),
  }),
  "messages cancel": async (site) => {
    const to = "14155550170";
    return {
      ...(await heldMessage(site, to)),
      words: ["messages", "cancel", "--to", to, "--yes", "--wait"],
      hasBegun: rowsIn(site, "message_cancellations"),
    };
  },
  async "channels pair"({ pairing }) {
    const id = await pairing.newChannel();
    const status = async () => (await pairing.daemon.call("GET", `/v1/channels/${id}`)).body.status;
    return { words: ["channels", "pair", id], hasBegun: async () => (await status()) === "pairing" };
  },
};

export async function startEndingsSite(): Promise<EndingsSite> {
  const pairing = await startPairingSite();
  const { daemon } = pairing;
  return {
    ...{ daemon, pairing, eventId: await receiveMessage(daemon) },
    newEndpoint: (manner) => newEndpoint(daemon, manner),
    stop: () => pairing.stop(),
  };
}

/** Somebody writes; the id of the event of it. */
async function receiveMessage(daemon: TestDaemon): Promise<string> {
  await control(daemon, "inbound", { from: "16505551234", text: "Hi" });
  const events = async () => (await daemon.call("GET", "/v1/events?type=message.new")).body.data;
  return (await eventually("event", async () => (await events())[0])).id;
}

const WEBHOOKS = "/v1/settings/developer/webhooks";
const ANSWERS = { refuse: 500, gone: 410, hold: 200 };

async function newEndpoint({ call }: TestDaemon, manner: Manner): Promise<Subscribed> {
  const gate = Promise.withResolvers<void>();
  const receiver = startReceiver(async () => {
    if (manner === "hold") await gate.promise;
    return new Response("", { status: ANSWERS[manner] });
  });
  const fields = { url: receiver.url, filterTypes: ["message.new"] };
  const { id } = (await call("POST", `${WEBHOOKS}/endpoints`, fields)).body;
  return {
    id,
    received: () => receiver.received.length,
    async remove() {
      gate.resolve();
      await call("DELETE", `${WEBHOOKS}/endpoints/${id}`);
      await receiver.stop();
    },
  };
}

/** The words of a command about an endpoint. */
type Words = (endpointId: string) => string[];

const triggering: Words = () => ["trigger", "message.new", "--wait"];
const replaying: Words = (id) => [
  ...["deliveries", "replay", "--since", "1h", "--status", "all", "--endpoint", id, "--yes"],
];
const retrying =
  ({ eventId }: EndingsSite): Words =>
  (id) => ["deliveries", "retry", eventId, "--endpoint", id, "--wait"];

const TEMPLATE = ["--template", "hello_world", "--wait", "delivered"];
function sending({ daemon }: EndingsSite, number: string): string[] {
  return ["send", "--channel", daemon.channelId, "--to", number, ...TEMPLATE];
}

async function replying({ daemon }: EndingsSite, number: string): Promise<string[]> {
  const content = { template: { name: "hello_world", language: { code: "en_US" } } };
  const message = { channel_id: daemon.channelId, to: number, type: "template", content };
  const { id } = (await daemon.call("POST", "/v1/messages", message)).body;
  const { conversation_id } = (await daemon.call("GET", `/v1/messages/${id}`)).body;
  return ["conversations", "reply", conversation_id, ...TEMPLATE];
}

/** One of the sandbox's numbers to which nothing is delivered. */
function silentNumber(): string {
  return `155500004${String(Math.floor(Math.random() * 100)).padStart(2, "0")}`;
}

async function importing(text: string, ...more: string[]): Promise<string[]> {
  const file = join(newHome(), "people.csv");
  await Bun.write(file, text);
  return ["contacts", "import", file, "--yes", ...more];
}

/** A channel of an account that the sandbox does not have. */
let strangers = 0;

async function strangersChannel({ call }: TestDaemon): Promise<string> {
  const { body } = await call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: "Not ours" },
    ...{ phone_number_id: String(++strangers), waba_id: "2", access_token: "EAAnot_ours" },
  });
  return body.id;
}

async function refused(site: EndingsSite, manner: Manner, words: Words): Promise<Prepared> {
  const { id, remove } = await site.newEndpoint(manner);
  return { words: words(id), undo: remove };
}

async function kept(site: EndingsSite, words: Words): Promise<Held> {
  const { id, remove, received } = await site.newEndpoint("hold");
  return { words: words(id), hasBegun: async () => received() > 0, undo: remove };
}

/** A message for tomorrow that nobody can cancel until it is undone. */
async function heldMessage({ daemon }: EndingsSite, to: string): Promise<Pick<Held, "undo">> {
  const message = { channel_id: daemon.channelId, to, type: "text", content: { body: "Hi" } };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await daemon.call("POST", "/v1/messages", { ...message, scheduled_at: tomorrow });
  return await holding(
    daemon,
    (transaction) => transaction`select from lane_items where item_id = ${body.id} for update`,
  );
}
