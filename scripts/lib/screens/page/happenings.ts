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

export type Happened = { broadcastId: string; messageId: string; unpairedId: string };

/** Makes it; the broadcast is under way when this resolves. */
export async function happen({ call, run }: Stage): Promise<Happened> {
  const { data } = await call<Found<Made & { name: string }>>("GET", "/v1/channels");
  const channel_id = data.find(({ name }) => name === "Sandbox")?.id;
  const send = (to: string, body: string) =>
    call<Made>("POST", "/v1/messages", { channel_id, to, type: "text", content: { body } });
  await run(["sandbox", "inbound", "--from", CUSTOMER, "--text", "Is the table by the window free?"]);
  const { id: messageId } = await send(CUSTOMER, "Yes, it is. At what time?");
  await send(UNREACHABLE, "Your table is ready");
  const unpaired = { platform: "whatsapp_unofficial", name: "Shop" };
  const { id: unpairedId } = await call<Made>("POST", "/v1/channels", unpaired);
  await call("POST", "/v1/templates/sync", { channel_id });
  await until(call, "/v1/templates?name=order_update", ({ data }: Found<Made>) => data.length > 0);
  return { broadcastId: await startBroadcast(call, channel_id), messageId, unpairedId };
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
