/** Who of a broadcast has no account is asked ahead of it, slowly, and said. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { takeNumberChecks } from "../../../../db/whatsapp-web/checks.ts";
import { makePeople } from "../../../broadcasts/support.ts";
import { eventually } from "../../../support/until.ts";
import { AT_ONCE, type Chat, startChat } from "../chat.ts";

/** The sandbox has no account of the first two. */
const PEOPLE = ["15550000111", "15550000112", "491700000903"];
const DAY_SQL = "25 hours";

let chat: Chat;
let broadcast: string;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  const { sql, organizationId } = chat.daemon;
  const components = JSON.stringify([{ type: "BODY", text: "The spring menu is here." }]);
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${organizationId}, 'tpl_spring', '1', 'spring', 'en_US', 'MARKETING', 'approved', ${components})`;
  const people = PEOPLE.map((number, n) => ({ phone_number: `+${number}`, name: `Person ${n}` }));
  broadcast = await draft(await makePeople(chat.daemon, people));
});
afterAll(() => chat.stop());

async function draft(contact_ids: string[]): Promise<string> {
  const { status, body } = await chat.daemon.call("POST", "/v1/broadcasts", {
    name: "Spring",
    channel_id: chat.channelId,
    template: { name: "spring", language: "en_US" },
    audience: { contact_ids },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

const preview = async (id = broadcast) =>
  (await chat.daemon.call("POST", `/v1/broadcasts/${id}/preview`)).body;
const settings = (number_checks_per_day: number) =>
  chat.daemon.call("PATCH", `/v1/channels/${chat.channelId}`, { settings: { number_checks_per_day } });
/** As if the question before was long enough ago; a look of the gateway comes every few seconds. */
const letTimePass = () =>
  chat.daemon.sql`update web_recipients set checked_at = checked_at - interval '20 seconds'`;
const checked = async () => {
  const [row] = await chat.daemon.sql<{ count: number }[]>`
    select count(*) as count from web_recipients where checked_at is not null and asked_at is not null`;
  return row?.count ?? 0;
};

/** Waits until so many numbers were asked about. */
const untilChecked = (count: number) =>
  eventually(`${count} questions`, async () => {
    if ((await checked()) >= count) return true;
    await letTimePass();
    return null;
  });

test("a preview has numbers asked about, within the budget of a day, and says who is not there", async () => {
  await settings(2);
  expect(await preview()).toMatchObject({ audience: 3, sendable: 3, skipped: [], unchecked: 3 });
  await untilChecked(2);
  await letTimePass();
  expect(await preview()).toMatchObject({
    ...{ audience: 3, sendable: 1, unchecked: 1 },
    skipped: [{ reason: "not_on_whatsapp", count: 2 }],
  });
  const { sql } = chat.daemon;
  expect(await sql`select phone from web_checks`).toHaveLength(1);
  // a daemon that does not hold the session asks nothing, whatever room there is
  const limits = { gapMs: 0, usual: 1000 };
  expect(await takeNumberChecks(sql, "another", [chat.channelId], limits)).toEqual([]);
});

test("what the day's budget left is asked once there is room again", async () => {
  await chat.daemon.sql`update web_recipients set checked_at = checked_at - ${DAY_SQL}::interval`;
  await untilChecked(3);
  expect(await preview()).toMatchObject({ sendable: 1, unchecked: 0 });
});

test("an answer is kept; that somebody is not there is asked again after an hour", async () => {
  const { sql } = chat.daemon;
  await sql`update web_recipients set asked_at = asked_at - interval '61 minutes'`;
  await settings(100);
  chat.people().behave(PEOPLE[0] ?? "", { onWhatsApp: true });
  expect((await preview()).skipped).toEqual([{ reason: "not_on_whatsapp", count: 2 }]);
  await eventually("the one who joined", async () => {
    await letTimePass();
    const { skipped } = await preview();
    return skipped[0]?.count === 1 ? true : null;
  });
  const [there] =
    await sql`select asked_at < now() - interval '1 hour' as is_old from web_recipients where phone = ${PEOPLE[2] ?? ""}`;
  expect(there?.is_old).toBeTrue();
});

test("a broadcast leaves out who is not there, and its report says so", async () => {
  await chat.daemon.call("POST", `/v1/broadcasts/${broadcast}/start`);
  await eventually("its end", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/broadcasts/${broadcast}`);
    return body.status === "completed" ? body : null;
  });
  const { body } = await chat.daemon.call("GET", `/v1/broadcasts/${broadcast}/report`);
  expect(body.reasons).toMatchObject([{ status: "skipped", reason: "not_on_whatsapp", people: 1 }]);
  expect(body.reasons[0].meaning).toBe("Their number has no WhatsApp account");
});
