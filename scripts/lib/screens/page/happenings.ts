/** What the pictures of the page show: a small shop's day, made by the API. */
import type { Call, Stage } from "../stage.ts";

const CUSTOMER = "14155550123";
/** One of the sandbox's test numbers: messages to it fail. */
const UNREACHABLE = "15550000101";
const GUESTS = 300;
const NAMES = ["Ada Lovelace", "Grace Hopper", "José Álvarez", "Ngozi Okafor", "Yuki Tanaka"] as const;
const LONGEST_WAIT_MS = 60_000;

type Made = { id: string };
type Found<Row> = { data: Row[] };

/** Others who wrote, the last one last. */
const OTHERS = [
  ["14155550126", "Ngozi Okafor", "Thank you, see you on Friday!"],
  ["14155550125", "José Álvarez", "Do you deliver to the harbour?"],
  ["14155550124", "Grace Hopper", "Can I bring my dog?"],
] as const;

export type Happened = { broadcastId: string; messageId: string; unpairedId: string; conversationId: string };

/** Makes it; the broadcast is under way when this resolves. */
export async function happen({ call, run }: Stage): Promise<Happened> {
  const { data } = await call<Found<Made & { name: string }>>("GET", "/v1/channels");
  const channel_id = data.find(({ name }) => name === "Sandbox")?.id;
  const send = (to: string, body: string) =>
    call<Made>("POST", "/v1/messages", { channel_id, to, type: "text", content: { body } });
  const hear = (from: string, name: string, text: string) =>
    run(["sandbox", "inbound", "--from", from, "--name", name, "--text", text]);
  for (const [from, name, text] of OTHERS) await hear(from, name, text);
  await hear(CUSTOMER, "Ada Lovelace", "Is the table by the window free?");
  const path = `/v1/conversations?q=${CUSTOMER}`;
  const waits = ({ data }: Found<{ waiting_since: string | null }>) => data[0]?.waiting_since != null;
  await until(call, path, waits);
  const { id: messageId } = await send(CUSTOMER, "Yes, it is. At what time?");
  await hear(CUSTOMER, "Ada Lovelace", "At eight, for four");
  await until(call, path, waits);
  const [conversation] = (await call<Found<Made>>("GET", path)).data;
  const conversationId = conversation?.id ?? "";
  await call("POST", `/v1/conversations/${conversationId}/notes`, {
    body: "She had the menu with fish last time",
  });
  await send(UNREACHABLE, "Your table is ready");
  const unpaired = { platform: "whatsapp_unofficial", name: "Shop" };
  const { id: unpairedId } = await call<Made>("POST", "/v1/channels", unpaired);
  await call("POST", "/v1/templates/sync", { channel_id });
  await until(call, "/v1/templates?name=order_update", ({ data }: Found<Made>) => data.length > 0);
  return { broadcastId: await startBroadcast(call, channel_id), messageId, unpairedId, conversationId };
}

async function startBroadcast(call: Call, channel_id: string | undefined): Promise<string> {
  for (let nth = 0; nth < GUESTS; nth++) {
    const phone_number = `+1415700${String(nth).padStart(4, "0")}`;
    await call("POST", "/v1/contacts", { name: NAMES[nth % NAMES.length], phone_number, tags: ["guests"] });
  }
  const { id } = await call<Made>("POST", "/v1/broadcasts", {
    ...{ name: "Spring menu", channel_id, audience: { tags: { any: ["guests"] } }, rate_per_second: 8 },
    template: {
      ...{ name: "order_update", language: "en_US" },
      parameters: { body: [{ field: "first_name", fallback: "there" }, "4711"] },
    },
  });
  await call("POST", `/v1/broadcasts/${id}/start`);
  return id;
}

/** Asks again until the answer is enough. */
async function until<Answer>(call: Call, path: string, isEnough: (answer: Answer) => boolean): Promise<void> {
  for (const giveUpAt = Date.now() + LONGEST_WAIT_MS; !isEnough(await call<Answer>("GET", path)); ) {
    if (Date.now() > giveUpAt) throw new Error(`${path} never was as the pictures need it`);
    await Bun.sleep(100);
  }
}
