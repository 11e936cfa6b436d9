import type { TestDaemon } from "../support/daemon.ts";

export type Question = { wamid: string; buttons: { id: string; title: string }[] };

/** The questions that a number got, as its phone has them, oldest first. */
export async function questionsTo(waypost: TestDaemon, to: string): Promise<Question[]> {
  const answer = await fetch(`${waypost.sandbox.url}/sandbox/messages?to=${to}`);
  const { data } = (await answer.json()) as { data: Partial<Question>[] };
  return data.filter((one): one is Question => one.buttons !== undefined);
}

/** The approval as it is now. */
export async function approvalOf(waypost: TestDaemon, id: string) {
  return (await waypost.call("GET", `/v1/approvals/${id}`)).body;
}

/** The messages to a number, oldest first. */
export async function writtenTo(waypost: TestDaemon, to: string) {
  const rows = await waypost.sql<{ id: string }[]>`
    select id from messages where address = ${to} and direction = 'outbound' order by id`;
  return Promise.all(rows.map(async ({ id }) => (await waypost.call("GET", `/v1/messages/${id}`)).body));
}
