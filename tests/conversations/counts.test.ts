/** How many conversations there are, beside the list of them. */
import { beforeAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { answer, hear, idsOf, newUser } from "./support.ts";

const waypost = sharedDaemon();
type User = Awaited<ReturnType<typeof newUser>>;
let ada: User;
let bo: User;

/** Six people wrote, in each of the states that are counted. */
beforeAll(async () => {
  [ada, bo] = [await newUser(waypost), await newUser(waypost)];
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth++) ids.push(await hear(waypost, `1415556600${nth}`));
  const patch = (nth: number, body: object) => waypost.call("PATCH", `/v1/conversations/${ids[nth]}`, body);
  await answer(waypost, ids[0] ?? "");
  await ada.call("POST", `/v1/conversations/${ids[1]}/read`, {});
  await patch(2, { assignee_id: ada.id });
  await patch(3, { assignee_id: bo.id, status: "closed" });
  await patch(4, { status: "snoozed" });
  const team = await waypost.call("POST", "/v1/teams", { name: "Support", member_ids: [ada.id] });
  for (const nth of [0, 3]) await patch(nth, { team_id: team.body.id });
  await waypost.call("POST", `/v1/conversations/${ids[5]}/tags`, { name: "late" });
});

const counts = async ({ call }: { call: typeof waypost.call }, query = "") =>
  (await call("GET", `/v1/conversations/counts?${query}`)).body;

/** The same by the lists. */
async function listed(who: { call: typeof waypost.call }, query: string, isUser: boolean) {
  const count = async (more: string) => (await idsOf(who, `${query}&${more}&limit=100`)).length;
  return {
    all: await count(""),
    mine: isUser ? await count("assignee_id=me") : 0,
    my_teams: isUser ? await count("team_id=mine") : 0,
    unassigned: await count("assignee_id=none"),
    unread: await count("unread=true"),
    unanswered: await count("unanswered=true"),
  };
}

test.each([
  "",
  "status=open",
  "status=closed",
  "snoozed=true",
  "snoozed=false",
  "tag=late",
  "q=14155566001",
  "q=141555660",
  "channel_id=ch_other",
  `updated_after=${encodeURIComponent("2026-01-01T00:00:00Z")}`,
  `updated_after=${encodeURIComponent("2126-01-01T00:00:00Z")}`,
])("counts are those of the lists: %s", async (query) => {
  for (const who of [waypost, ada, bo])
    expect(await counts(who, query)).toEqual(await listed(who, query, who !== waypost));
});

test("a filter of what is counted is one, too", async () => {
  const open = { all: 4, mine: 1, my_teams: 1, unassigned: 3, unread: 3, unanswered: 3 };
  expect(await counts(ada, "status=open")).toEqual(open);
  expect(await counts(ada, "status=open&unread=true")).toEqual({
    ...open,
    all: 3,
    unassigned: 2,
    unanswered: 2,
  });
  expect(await counts(ada, "status=open&unread=false")).toMatchObject({ all: 1, unread: 0, unanswered: 1 });
  expect(await counts(ada, "status=open&unanswered=true")).toMatchObject({ all: 3, unanswered: 3, mine: 1 });
  expect(await counts(ada, "assignee_id=me")).toMatchObject({ all: 1, mine: 1, unassigned: 0 });
});

test("a key of other channels counts nothing, and a key has nothing of its own", async () => {
  const key = await makeKey(waypost, ["messages:read"], ["ch_other"]);
  const nothing = { all: 0, mine: 0, my_teams: 0, unassigned: 0, unread: 0, unanswered: 0 };
  expect(await counts({ call: caller(waypost.url, key) })).toEqual(nothing);
  expect((await waypost.call("GET", "/v1/conversations/counts?assignee_id=me")).status).toBe(422);
});
