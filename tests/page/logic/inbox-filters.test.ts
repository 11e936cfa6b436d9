/** Whether the filters of the inbox leave a conversation in, as the page sees it after an event; and their command. */
import { expect, test } from "bun:test";
import { placeholderIn } from "../../../daemon/page/client/views/inbox/box/placeholder.ts";
import { type Chosen, commandOf, NAMES } from "../../../daemon/page/client/views/inbox/list/filters.ts";
import { matches } from "../../../daemon/page/client/views/inbox/list/known.ts";
import { bodyOf, nextSample } from "../../../daemon/page/client/views/inbox/list/take-next.tsx";

type Row = Parameters<typeof matches>[0];

const ADA = { user: "user_ada", teams: ["tm_1"] };
const KEY = { user: null, teams: [] };

const ROW = {
  ...{
    status: "open",
    assignee_id: "user_ada",
    team_id: "tm_1",
    handled_by: "agent",
    channel_id: "ch_1",
    tags: ["vip"],
  },
  ...{
    unread_count: 2,
    unanswered: true,
    contacted: false,
    archived_at: null,
    held_by: { type: "user", id: "user_bo", name: "Bo" },
  },
} as Row;

test.each<[Chosen, Partial<Row>]>([
  [{ status: "open" }, { status: "closed" }],
  [{}, { status: "snoozed" }],
  [{ status: "closed" }, { status: "open" }],
  [{ assignee_id: "me" }, { assignee_id: "user_bo" }],
  [{ assignee_id: "none" }, { assignee_id: "user_ada" }],
  [{ assignee_id: "user_bo" }, { assignee_id: null }],
  [{ team_id: "mine" }, { team_id: "tm_2" }],
  [{ team_id: "mine" }, { team_id: null }],
  [{ team_id: "none" }, { team_id: "tm_1" }],
  [{ team_id: "tm_2" }, { team_id: "tm_1" }],
  [{ handled_by: "agent" }, { handled_by: "business" }],
  [{ handled_by: "business" }, { handled_by: "agent" }],
  [{ channel_id: "ch_1" }, { channel_id: "ch_2" }],
  [{ tag: "vip" }, { tags: ["other"] }],
  [{}, { contacted: true }],
  [{ status: "contacted" }, { contacted: false }],
  [{}, { archived_at: "2026-11-21T09:30:00.000Z" }],
  [{ status: "archived" }, { archived_at: null }],
  [{ unread: "true" }, { unread_count: 0 }],
  [{ unanswered: "true" }, { unanswered: false }],
  [{ held: "true" }, { held_by: null }],
])("%j leaves %j out", (filters, part) => {
  expect(matches({ ...ROW, ...part }, filters, ADA)).toBe(false);
});

test("each filter leaves in what it is about, and all of them together", () => {
  const all = {
    ...{ q: "ada", status: "open", assignee_id: "me", handled_by: "agent", channel_id: "ch_1", tag: "vip" },
    ...{ team_id: "mine", unread: "true", unanswered: "true", held: "true" },
  };
  expect(Object.keys(all).sort()).toEqual([...NAMES].sort());
  for (const [name, value] of Object.entries(all))
    expect([name, matches(ROW, { [name]: value }, ADA)]).toEqual([name, true]);
  expect(matches(ROW, all, ADA)).toBe(true);
  expect(matches(ROW, { assignee_id: "", channel_id: "", handled_by: "nobody" }, KEY)).toBe(true);
  expect(matches({ ...ROW, status: "closed" }, { status: "all" }, KEY)).toBe(true);
  expect(matches({ ...ROW, contacted: true }, { status: "contacted" }, KEY)).toBe(true);
  expect(matches({ ...ROW, contacted: true }, { q: "ada" }, KEY)).toBe(true);
  expect(matches({ ...ROW, team_id: null }, { team_id: "none" }, ADA)).toBe(true);
  expect(matches({ ...ROW, assignee_id: null }, { assignee_id: "none" }, ADA)).toBe(true);
});

test("the command has each filter, quoted where an address could end it", () => {
  expect(
    commandOf({
      ...{ q: "ada l", status: "closed", assignee_id: "x; reboot", handled_by: "agent", channel_id: "$(id)" },
      ...{ team_id: "mine", tag: "a b", unread: "true", unanswered: "true", held: "true" },
    }),
  ).toBe(
    "conversations list 'ada l' --status closed --assignee 'x; reboot' --team mine --unread --unanswered --handled-by agent --held --channel '$(id)' --tag 'a b'",
  );
  expect(commandOf({ status: "all", handled_by: "nobody" })).toBe("conversations list");
});

test.each([
  ["Hello Ada", null],
  ["{ one } and {two}", null],
  ["Hello {{first_name}}", "first_name"],
  ["Room {{ custom.none }}, {{email}}", "custom.none"],
  ["{{}}", ""],
])("what is in braces in %p is %p", (text, field) => {
  expect(placeholderIn(text)).toBe(field);
});

test("who is next is one of those that the filters leave", () => {
  const asked = { q: "ada b", handled_by: "agent", team_id: "mine", channel_id: "ch_1", tag: "vip" };
  const filters = { ...asked, assignee_id: "me" };
  expect(bodyOf(filters)).toEqual({ ...asked, handled_by: "agent" });
  expect(bodyOf({ handled_by: "nobody", q: "" })).toEqual({});
  expect(nextSample(filters, "user_ada").cli).toBe(
    `conversations next 'ada b' --team mine --channel ch_1 --tag vip --handled-by agent --assignee user_ada`,
  );
});
