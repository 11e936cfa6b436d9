/** Response times as figures: by what they are grouped, who sees them, and as a file. */
import { beforeAll, expect, test } from "bun:test";
import { newUser } from "../conversations/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let ada: Awaited<ReturnType<typeof newUser>>;
let team: string;

type Row = {
  kind?: string;
  began: string;
  minutes: number;
  author?: string;
  team_id?: string;
  channel_id?: string;
};
let serial = 0;

async function keep(
  { kind = "answer", began, minutes, author = "phone", ...more }: Row,
  organization_id?: string,
) {
  const began_at = new Date(began);
  const row = {
    ...{ kind, author, began_at, ended_at: new Date(began_at.getTime() + minutes * 60_000) },
    ...{ organization_id: organization_id ?? waypost.organizationId, channel_id: waypost.channelId },
    ...{ conversation_id: `cv_${serial++}`, ...more },
  };
  await waypost.sql`insert into response_times ${waypost.sql(row)}`;
}

beforeAll(async () => {
  ada = await newUser(waypost);
  team = (await waypost.call("POST", "/v1/teams", { name: "=Returns" })).body.id;
  for (const minutes of [1, 2, 3, 4, 100])
    await keep({ began: "2026-03-02T09:30:00Z", minutes, author: ada.id });
  await keep({ began: "2026-03-03T22:30:00Z", minutes: 8, team_id: team });
  await keep({
    kind: "resolution",
    began: "2026-03-03T22:10:00Z",
    minutes: 60,
    author: ada.id,
    team_id: team,
  });
  await keep({ kind: "automatic", began: "2026-03-02T09:30:00Z", minutes: 0, author: "away" });
  await keep({ began: "2026-03-02T09:30:00Z", minutes: 5000 }, "org_other");
});

const MARCH = "from=2026-03-01&to=2026-03-31";
const figures = async (query: string, call = waypost.call) =>
  (await call("GET", `/v1/response_times?${MARCH}&${query}`)).body;
const took = (count: number, median_seconds: number | null, p90_seconds: number | null) => ({
  ...{ count, median_seconds, p90_seconds },
});
const NONE = took(0, null, null);
const HERS = { answers: took(5, 180, 3696), resolutions: took(1, 3600, 3600) };
const PHONES = { answers: took(1, 480, 480), resolutions: NONE };
const BY_ITSELF = { group: "automatic", name: null, answers: took(1, 0, 0), resolutions: NONE };

test("by user, half and nine of ten took so long at most; what is automatic is apart", async () => {
  const found = await figures("group_by=user");
  expect(found.data).toEqual([
    { group: ada.id, name: "Ada", ...HERS },
    { group: "phone", name: null, ...PHONES },
    BY_ITSELF,
  ]);
  expect(found.total).toEqual({ answers: took(6, 210, 3240), resolutions: took(1, 3600, 3600) });
});

test("by team, and by channel, each is named", async () => {
  const name = (await waypost.call("GET", `/v1/channels/${waypost.channelId}`)).body.name;
  expect((await figures("group_by=team")).data).toMatchObject([
    { group: null, answers: { count: 5 } },
    { group: team, name: "=Returns", answers: { count: 1 }, resolutions: { count: 1 } },
    BY_ITSELF,
  ]);
  expect((await figures("")).data).toMatchObject([
    { group: waypost.channelId, name, answers: { count: 6 } },
    BY_ITSELF,
  ]);
});

test("by hour, it is that of the question, by the clock of the zone", async () => {
  const hours = async (zone: string) =>
    (await figures(`group_by=hour&time_zone=${zone}`)).data.map(({ group }: { group: string }) => group);
  expect(await hours("UTC")).toEqual(["09", "22", "automatic"]);
  expect(await hours("Asia/Tokyo")).toEqual(["07", "18", "automatic"]);
  expect((await waypost.call("GET", "/v1/response_times?time_zone=CET")).status).toBe(422);
});

test("days are those of the zone on which somebody answered, the last one whole", async () => {
  const count = async (days: string) =>
    (await waypost.call("GET", `/v1/response_times?${days}`)).body.total.answers.count;
  expect(await count("from=2026-03-03&to=2026-03-03")).toBe(1);
  expect(await count("from=2026-03-04&to=2026-03-04")).toBe(0);
  expect(await count("from=2026-03-04&to=2026-03-04&time_zone=Asia/Tokyo")).toBe(1);
  for (const wrong of ["from=2026-03-04&to=2026-03-03", "to=2026-02-30", "from=2026-13-01"])
    expect((await waypost.call("GET", `/v1/response_times?${wrong}`)).status).toBe(422);
});

test("what is automatic alone is no part of the total", async () => {
  await keep({ kind: "automatic", began: "2026-05-02T09:30:00Z", minutes: 0, author: "away" });
  const { body } = await waypost.call("GET", "/v1/response_times?from=2026-05-01&to=2026-05-31");
  expect(body.data).toEqual([BY_ITSELF]);
  expect(body.total).toEqual({ answers: NONE, resolutions: NONE });
});

test("a team's, or a channel's, alone", async () => {
  expect((await figures(`group_by=hour&team_id=${team}`)).total.answers.count).toBe(1);
  expect((await figures("channel_id=ch_other")).total.answers.count).toBe(0);
});

test("what each person does is seen by those who read the audit log; a key for some channels sees those", async () => {
  const agent = await figures("group_by=user", ada.call);
  expect(agent).toMatchObject({ code: "missing_permission" });
  expect((await figures("group_by=team", ada.call)).total.answers.count).toBe(6);
  const elsewhere = await makeKey(waypost, ["messages:read"], [waypost.channelId]);
  await keep({ began: "2026-03-09T09:30:00Z", minutes: 1, channel_id: "ch_gone" });
  expect((await figures("", caller(waypost.url, elsewhere))).total.answers.count).toBe(6);
  await waypost.sql`delete from response_times where channel_id = 'ch_gone'`;
});

test("nothing of another organisation counts, nor can a conversation be of its team", async () => {
  expect((await figures("")).total.answers.p90_seconds).toBeLessThan(5000 * 60);
  await waypost.sql`
    insert into teams (organization_id, id, name, member_ids) values ('org_other', 'tm_other', 'Theirs', '{}')`;
  expect((await waypost.call("GET", "/v1/teams/tm_other")).status).toBe(404);
  const made = { channel_id: waypost.channelId, to: "14155569301", type: "text", content: { body: "Hi" } };
  const { id } = (await waypost.call("POST", "/v1/messages", made)).body;
  const { conversation_id } = (await waypost.call("GET", `/v1/messages/${id}`)).body;
  const refused = await waypost.call("PATCH", `/v1/conversations/${conversation_id}`, {
    team_id: "tm_other",
  });
  expect(refused.status).toBe(422);
});

test("the file has the same figures, and no cell that a spreadsheet runs", async () => {
  const path = `${waypost.url}/v1/response_times.csv?${MARCH}&group_by=team`;
  const file = await fetch(path, { headers: { "x-api-key": waypost.key } });
  expect(file.headers.get("content-type")).toStartWith("text/csv");
  expect((await file.text()).split("\r\n")).toEqual([
    "group,name,answers,answer_median_seconds,answer_p90_seconds,resolutions,resolution_median_seconds,resolution_p90_seconds",
    ",,5,180,3696,0,,",
    `${team},'=Returns,1,480,480,1,3600,3600`,
    "automatic,,1,0,0,0,,",
    "",
  ]);
});
