/** What the WhatsApp Business app of an official number has is asked for once, where the channel wants it. */
import { expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { conversationOf } from "../past/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { control } from "../templates/support.ts";

/** Whom the sandbox's app knows. */
const PERSON = "15550000008";
const waypost = ownDaemon({ settings: {} });
const channel = () => `/v1/channels/${waypost.channelId}`;
const want = (history: string) => waypost.call("PATCH", channel(), { settings: { history } });

/** Has the channel checked with Meta, as it is about hourly. */
async function check(): Promise<void> {
  const { sql, channelId } = waypost;
  await sql`update channels set check_at = now() where id = ${channelId}`;
  await until(
    async () =>
      (await sql`select from channels where id = ${channelId} and check_at > now() + interval '30 minutes'`)
        .length === 1,
  );
}

async function asked(): Promise<Date | null> {
  const [row] = await waypost.sql<{ history_asked_at: Date | null }[]>`
    select history_asked_at from channels where id = ${waypost.channelId}`;
  return row?.history_asked_at ?? null;
}

test("neither a number that is not in the app is asked about, nor one whose channel wants nothing", async () => {
  await want("full");
  await check();
  expect(await asked()).toBeNull();
  await control(waypost, "throughput", { coexistence: true });
  await want("none");
  await check();
  expect(await asked()).toBeNull();
});

test("once the setting is there, people and messages come, and nothing is asked again", async () => {
  await want("full");
  const first = await eventually("a question", asked);
  const conversation = await eventually("its history", () => conversationOf(waypost, PERSON));
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${conversation.id}`)).body;
  expect(data).toMatchObject([{ imported_from: "meta", text: "Hello" }]);
  // of the address book
  await eventually("a name", async () => {
    const { body } = await waypost.call("GET", `/v1/contacts/phone/${PERSON}`);
    return body.name === "Sandbox Person";
  });
  await check();
  // it asks when all else is written, and is over when the next one begins
  await check();
  expect(await asked()).toEqual(first);
});

test("Meta gives it once, and only of numbers in the app", async () => {
  const { accessToken, phoneNumber } = SANDBOX_DEFAULTS;
  const ask = async (sync_type: string) => {
    const response = await fetch(`${waypost.sandbox.graphUrl}/${phoneNumber.id}/smb_app_data`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ messaging_product: "whatsapp", sync_type }),
    });
    return ((await response.json()) as { error?: { error_data: { details: string } } }).error?.error_data
      .details;
  };
  expect(await ask("history")).toBe("The data was synchronized already.");
  await control(waypost, "throughput", { coexistence: false });
  expect(await ask("history")).toBe("The phone number is not used in the WhatsApp Business app.");
});
