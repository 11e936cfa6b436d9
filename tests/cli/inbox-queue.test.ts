/** `waypost inbox`: who waits, taking the next one, snoozing and marking as unread. */
import { expect, test } from "bun:test";
import { snoozeChoices } from "../../cli/commands/inbox/model/snooze.ts";
import { metaAgent } from "../conversations/meta-agent.ts";
import { answer, hear, newUser, PASSWORD } from "../conversations/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { clean, openScreen, type Screen } from "./flows/terminal.ts";
import { newHome, runCli } from "./run-cli.ts";

const [ESCAPE, ENTER, TAB] = ["\u001b", "\r", "\t"];

const waypost = sharedDaemon();

const SIZE = { columns: 80, rows: 24 };

/** The inbox of all API keys. */
function open(q: string): Screen {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  return openScreen(["inbox", q], { env, size: SIZE });
}

/** The inbox of somebody who logs in. */
async function openAs(email: string, q: string): Promise<Screen> {
  const home = newHome();
  const { code, stderr } = await runCli(["login", "--email", email, "--url", waypost.url], {
    home,
    stdin: `${PASSWORD}\n`,
  });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return openScreen(["inbox", q], { home, size: SIZE });
}

const shown = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body;

test("only those who wait are listed, and the one that waits longest is taken and opened", async () => {
  const [later, first, done] = [
    await hear(waypost, "14155563301", 10),
    await hear(waypost, "14155563302", 99),
    await hear(waypost, "14155563303", 500),
  ];
  await answer(waypost, done);
  const me = await newUser(waypost);
  const screen = await openAs(me.email, "141555633");
  await screen.shows(/14155563303/);
  await screen.shows("t take next");
  screen.type("w");
  await screen.shows(/open, unanswered.*2 conversations/);
  screen.type("t");
  await screen.shows(/14155563302.*< Hi.*> ▏/s);
  await until(async () => (await shown(first)).assignee_id === me.id);
  screen.type(ESCAPE);
  await screen.shows(/open, unanswered/);
  screen.type("t");
  await screen.shows(/14155563301.*< Hi.*> ▏/s);
  await until(async () => (await shown(later)).assignee_id === me.id);
  screen.type(ESCAPE);
  await screen.shows(/open, unanswered/);
  screen.type("t");
  await screen.shows("nobody waits");
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("a conversation is snoozed in the list and in the chat, and marked as unread", async () => {
  const id = await hear(waypost, "14155563401");
  const screen = open("14155563401");
  await screen.shows(/› \+14155563401/);
  screen.type("z");
  await screen.shows(/Snooze.*› for 1 hour.*tomorrow at 9:00.*Monday at 9:00/s);
  screen.type(`tom${ENTER}`);
  await screen.shows("Snoozed: tomorrow at 9:00");
  const until = new Date((await shown(id)).snoozed_until);
  expect([until.getHours(), until.getMinutes(), until.getTime() > Date.now()]).toEqual([9, 0, true]);
  // it is gone from those that are open, as soon as that is heard
  await screen.shows("none of these");
  screen.type("s");
  await screen.shows(/snoozed.*1 conversation.*› \+14155563401/s);
  screen.type(ENTER);
  await screen.shows(/< Hi.*> ▏/s);
  screen.type(TAB);
  await screen.shows("z snooze");
  screen.type("z");
  await screen.shows("until another time");
  screen.type(`another${ENTER}`);
  await screen.shows("2h, 3d or a date");
  screen.type(`3h${ENTER}`);
  await screen.shows("Snoozed: 3h");
  screen.type(TAB);
  await screen.shows("a assign");
  screen.type("u");
  await screen.shows("Unread again");
  expect(await shown(id)).toMatchObject({ status: "snoozed", unread_count: 1 });
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test.each([
  ["2026-11-26T15:00", "2026-11-27T09:00", "2026-11-30T09:00"],
  ["2026-11-30T08:00", "2026-12-01T09:00", "2026-12-07T09:00"],
  ["2026-12-31T23:59", "2027-01-01T09:00", "2027-01-04T09:00"],
])("at %s, tomorrow is %s and Monday %s", (now, tomorrow, monday) => {
  const [, ...days] = snoozeChoices(new Date(now));
  expect(days.map(({ until }) => until)).toEqual([
    new Date(tomorrow).toISOString(),
    new Date(monday).toISOString(),
    null,
  ]);
});

test("what Meta's agent answers is said to be so, in the list and in the chat", async () => {
  const { tellAgent, agentSays, change } = metaAgent(waypost);
  await tellAgent("14155563309");
  await agentSays("14155563309");
  const screen = open("14155563309");
  await screen.shows("Agent: Until six.");
  screen.type(ENTER);
  await screen.shows(/Meta's agent answers.*Until six\./s);
  await change("14155563309", "control_passed", 1);
  await screen.shows(/^(?!.*agent answers).*Handed over by Meta's agent/s);
  screen.type(ESCAPE);
  await screen.shows("1 conversation");
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});
