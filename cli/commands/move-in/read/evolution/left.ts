import type { SQL } from "bun";

/** Evolution's tables of what else a number may be connected to, with what takes its place. */
const LEFT: Readonly<Record<string, string>> = {
  Chatwoot: "Chatwoot: connect it at /graph, and move its past with `waypost move-in chatwoot`",
  Typebot: "Typebot: connect it at /graph",
  ...Object.fromEntries(
    ["N8n", "OpenaiBot", "Dify", "EvolutionBot", "Flowise", "Evoai"].map((name) => [
      name,
      `${name}: point the bot at an endpoint, and let it answer by the API`,
    ]),
  ),
  ...Object.fromEntries(
    ["Rabbitmq", "Sqs", "Websocket", "Kafka", "Nats", "Pusher"].map((name) => [
      name,
      `${name}: events go to endpoints and to the stream`,
    ]),
  ),
};

const BY_EVENTS = "its webhook gets each event at an address of its own: here all go to the one";

/** What a number is connected to that stays there, in sentences; older versions have not all of these tables. */
export async function leftOf(sql: SQL, id: string): Promise<string[]> {
  const said: string[] = [];
  for (const [table, words] of Object.entries(LEFT)) {
    const rows: unknown[] = await sql`
      select 1 from ${sql(table)} where ${sql("instanceId")} = ${id} and enabled limit 1`.catch(() => []);
    if (rows.length > 0) said.push(`it is connected to ${words}`);
  }
  const byEvents: unknown[] = await sql`
    select 1 from ${sql("Webhook")} where ${sql("instanceId")} = ${id} and enabled and ${sql("webhookByEvents")}`;
  return byEvents.length > 0 ? [...said, BY_EVENTS] : said;
}
