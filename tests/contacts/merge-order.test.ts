/** Several people who turn out to be known in one call: what is sent to them at the same time is no deadlock. */
import { expect, test } from "bun:test";
import type { Transaction } from "../../db/connection/client.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();
let serial = 0;

type Person = { phone: string; lid: string; message: string };

/** Somebody with two contacts: one with a number, and one with a LID, to which a message was written. */
async function person(): Promise<Person> {
  const [phone, lid] = [`1415557${4000 + ++serial}`, `99000${serial}`];
  const { sql, organizationId } = waypost;
  await waypost.call("POST", "/v1/contacts", { phone_number: `+${phone}` });
  await sql`
    select ensure_recipients(array[recipient(${organizationId}, ${waypost.channelId}, 'lid', ${lid}, 'Somebody')])`;
  const [row] = await sql<{ contact_id: string; id: string }[]>`
    select conversation.contact_id, conversation.id from conversations as conversation
    join contact_identities as known on known.contact_id = conversation.contact_id
    where known.type = 'lid' and known.value = ${lid}`;
  const message = Bun.randomUUIDv7();
  await sql`
    insert into messages (organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, content,
      status_history, created_at, updated_at)
    values (${organizationId}, ${message}, ${waypost.channelId}, ${row?.id ?? ""}, ${row?.contact_id ?? ""}, 'outbound',
      'text', 'sent', '{"body":"Hi"}', '[{"status":"sent","at":"2026-11-28T00:00:00.000Z"}]', now(), now())`;
  return { phone, lid, message };
}

const lock = (transaction: Transaction, { message }: Person) =>
  transaction`select from messages where organization_id = ${waypost.organizationId} and id = ${message} for update`;

const ways: Record<string, (people: Person[]) => object[]> = {
  pairs: (people) => [{ kind: "pairs", given: people.map(({ phone, lid }) => ({ phone, lid })) }],
  "pairs, one write each": (people) =>
    people.map(({ phone, lid }) => ({ kind: "pairs", given: [{ phone, lid }] })),
  known: (people) => [{ kind: "known", given: people.map(({ phone, lid }) => ({ phone, lid, name: null })) }],
  same: (people) => [
    {
      kind: "same",
      given: people.map(({ phone, lid }) => ({
        type: "phone",
        value: phone,
        other_type: "lid",
        other_value: lid,
      })),
    },
  ],
  messages: (people) => [
    {
      kind: "messages",
      given: people.map(({ phone, lid }) => ({
        ...{
          id: Bun.randomUUIDv7(),
          provider_message_id: `wamid.${phone}`,
          direction: "inbound",
          type: "text",
        },
        ...{ identity_type: "phone", identity_value: phone, other_type: "lid", other_value: lid },
        ...{ from_phone: phone, content: '{"body":"Hi"}', at: new Date() },
      })),
    },
  ],
};

test.each(Object.entries(ways))("%s", async (_, writesOf) => {
  const { sql, organizationId, channelId } = waypost;
  // the numbers' order is not that of the messages
  const [second, first] = [await person(), await person()] as const;
  const people = [first, second].map((one, place) => ({
    ...one,
    phone: [second, first][place]?.phone ?? "",
  }));
  const writes = writesOf(people).map((write) => ({
    ...write,
    organization_id: organizationId,
    channel_id: channelId,
  }));
  let merging: Promise<unknown> = Promise.resolve();
  await sql.begin(async (sending) => {
    await lock(sending, second);
    merging = (async () => await sql`select carry_out_writes(${JSON.stringify(writes)}::text::json)`)();
    merging.catch(() => {});
    await until(async () => (await waiting()).length > 0);
    await lock(sending, first);
  });
  await merging;
  const left =
    await sql`select from contact_identities where type = 'lid' and value = any (${people.map(({ lid }) => lid)})`;
  expect(left).toHaveLength(2);
});

async function waiting() {
  return await waypost.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
}
