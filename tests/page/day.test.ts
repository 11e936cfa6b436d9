/** A day at the inbox: forty people write, two answer them, each at a daemon of their own, and both daemons restart. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { LONG_MS } from "../support/long.ts";
import { eventually, lookUntil, until } from "../support/until.ts";
import { type Desk, dayDesk } from "./day/desk.ts";
import { nameOf, open, thread, write } from "./day/hands.ts";
import { type Talk, WAYS, type Way } from "./day/ways.ts";
import { NO_CHROMIUM } from "./stage.ts";

/** Forty answers, each looked at twice, while other tests run beside. */
const DAY_MS = 300_000;
const day = dayDesk();
let desk: Desk;
beforeAll(async () => {
  if (!NO_CHROMIUM) desk = await day.open();
}, LONG_MS);
afterAll(() => desk?.stop());

type Case = Way & { talk: Talk };

/** Forty people write; each is somebody's to answer. */
async function begin(): Promise<Case[]> {
  await desk.call("POST", "/v1/quick_replies", { shortcut: "hours", body: "{{first_name}}, from 9 to 22." });
  return await Promise.all(
    WAYS().map(async (way, index) => {
      const number = way.number ?? `1415556${1000 + index}`;
      const said = way.said ?? { text: `Hello from ${number}` };
      const conversation = await desk.hear(number, { name: nameOf(number), ...said });
      const person = index % 2 === 0 ? desk.ada : desk.bo;
      return { ...way, talk: { desk, person, number, conversation } };
    }),
  );
}

type Record = { id: string; direction: string; status: string; type: string; text: string | null };
const labelOf = ({ type, text }: Record) => (type === "text" ? `text ${text}` : type);

/** What the API has of a conversation, oldest first. */
async function recordsOf(conversation: string): Promise<Record[]> {
  const { body } = await desk.call("GET", `/v1/messages?conversation_id=${conversation}&limit=100`);
  return body.data.toReversed();
}

async function answerAll(cases: readonly Case[]): Promise<void> {
  for (const { what, answer, talk } of cases)
    try {
      await answer(talk);
    } catch (cause) {
      throw new Error(`answering ${what}`, { cause });
    }
}

/** Of a text; long ones are not shown whole. */
const LOOKED_AT = 200;

function isInOrder(shown: string, texts: readonly string[]): boolean {
  let from = 0;
  return texts.every((text) => {
    const at = shown.indexOf(text, from);
    from = at + text.length;
    return at >= 0;
  });
}

/** A tab sleeps for four hours, in which its daemon is another one, somebody writes, and a colleague answers. */
async function sleepAndWake(cases: readonly Case[]): Promise<void> {
  const { ada, bo } = desk;
  const [met] = cases.filter(({ talk }) => talk.person === bo);
  if (met === undefined) throw new Error("nobody was answered");
  await open({ ...met.talk, person: ada });
  await ada.daemon.kill();
  await ada.page.clock.fastForward("04:00:00");
  await desk.hear(met.talk.number, { text: "Are you there?" });
  await open(met.talk);
  await write(met.talk, "Always");
  met.leaves = [...met.leaves, "text Always"];
  await desk.startAgain(ada);
  await thread({ ...met.talk, person: ada })
    .getByText("Always")
    .waitFor();
}

/** Of messages that nobody was to send, or that can't be sent yet. */
const STAYED = ["queued", "scheduled", "cancelled"];

/** What left for them is what the API has, and what a colleague is shown, in the same order. */
async function compare({ what, leaves, talk }: Case): Promise<void> {
  const { number, conversation } = talk;
  await until(async () => (await desk.taken(number)).length >= leaves.length);
  const taken = await desk.taken(number);
  const records = await recordsOf(conversation);
  const sent = records.filter(
    ({ direction, status }) => direction === "outbound" && !STAYED.includes(status),
  );
  expect(sent.map(({ id }) => id)).toEqual(taken.map((call) => call.biz_opaque_callback_data));
  expect({ what, leaves: sent.map(labelOf) }).toEqual({ what, leaves: [...leaves] });
  const colleague = { ...talk, person: talk.person === desk.ada ? desk.bo : desk.ada };
  await colleague.person.page.evaluate(`history.pushState(null, "", "/inbox/${conversation}")`);
  const texts = records
    .filter(({ type, status }) => type === "text" && status !== "cancelled")
    .map(({ text }) => (text ?? "").slice(0, LOOKED_AT));
  await until(async () => isInOrder((await thread(colleague).textContent()) ?? "", texts)).catch(() => {
    throw new Error(`a colleague is not shown all that was said to somebody answered ${what}, in its order`);
  });
}

/** Of three who wait and write again, Ada looks at one: what each of the two has not read is what the API has for them. */
async function leaveUnread(cases: readonly Case[]): Promise<void> {
  const last = cases.filter(({ waits }) => waits).slice(0, 3);
  for (const { talk } of last) await desk.hear(talk.number, { text: "Anybody?" });
  const [first] = last;
  if (first === undefined) throw new Error("nobody waits");
  const seen = { ...first.talk, person: desk.ada };
  await open(seen);
  await thread(seen).getByText("Anybody?").waitFor();
  for (const person of [desk.ada, desk.bo]) {
    const { page, daemon } = person;
    const looked = person === desk.ada ? [seen.conversation] : [];
    await page.goto(`${daemon.url}/inbox?unread=true`);
    const unread = await eventually("list without what was read", async () => {
      const ids = await page.evaluate<string[]>(
        `fetch("/v1/conversations?status=open&unread=true&limit=100").then((answer) => answer.json())
          .then(({ data }) => data.map(({ id }) => id))`,
      );
      return looked.some((id) => ids.includes(id)) ? null : ids;
    });
    const fresh = last.map(({ talk }) => talk.conversation).filter((id) => !looked.includes(id));
    expect(unread).toEqual(expect.arrayContaining(fresh));
    await page.getByRole("button", { name: `Unread ${unread.length}`, exact: true }).waitFor();
    const links = page.getByRole("list", { name: "Conversations" }).getByRole("link");
    const look = async () => {
      const addresses = await Promise.all((await links.all()).map((link) => link.getAttribute("href")));
      return addresses.map((address) => address?.match(/cv_[0-9A-Z]+/)?.[0]);
    };
    const shown = await lookUntil(look, ({ length }) => length === unread.length);
    expect(shown.toSorted()).toEqual(unread.toSorted());
  }
}

test.skipIf(NO_CHROMIUM)(
  "each of forty people is answered in another way: nothing is lost, nothing twice, all in order",
  async () => {
    const cases = await begin();
    for (const { page, daemon } of [desk.ada, desk.bo]) {
      await page.clock.install();
      await page.goto(`${daemon.url}/inbox`);
    }
    const own = (person: Desk["ada"]) => cases.filter(({ talk }) => talk.person === person);
    await Promise.all([answerAll(own(desk.ada)), answerAll(own(desk.bo))]);
    await sleepAndWake(cases);
    for (const one of cases) await compare(one);
    await leaveUnread(cases);
    const { body } = await desk.call("GET", "/v1/conversations?unanswered=true&limit=100");
    const waiting = cases.filter(({ waits }) => waits).map(({ talk }) => talk.conversation);
    expect(body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(waiting.toSorted());
    await desk.ada.page.goto(`${desk.ada.daemon.url}/inbox`);
    await desk.ada.page.getByRole("button", { name: `Waiting ${waiting.length}`, exact: true }).waitFor();
  },
  DAY_MS,
);
