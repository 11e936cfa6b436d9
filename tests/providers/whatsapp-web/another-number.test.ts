/** A channel keeps its number: another phone gets nothing of what waits for the first one's people, unless that is meant. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { untilStatus } from "../../gateway/support.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

const OTHER = "15557010077";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const path = () => `/v1/channels/${chat.channelId}`;
const until = (...statuses: string[]) => untilStatus(chat.daemon.call)(chat.channelId, ...statuses);
const devicesOf = (number: string) =>
  chat.web.control.phones().find((phone) => phone.number === number)?.devices ?? [];

async function pairWith(number: string, body: object = {}): Promise<void> {
  await chat.daemon.call("POST", `${path()}/connect`, body);
  const { body: shown } = await chat.daemon.call("GET", `${path()}/qr?wait=20`);
  await chat.web.control.scan(number, shown.qr);
}

async function logOut(): Promise<void> {
  await chat.daemon.call("POST", `${path()}/disconnect`, { logout: true });
  await until("logged_out");
}

test("paired with another phone it says so, keeps its number, and what waits waits for the first one", async () => {
  await chat.sent("text", { body: "From the first" }, "read");
  await logOut();
  const waiting = await chat.send("text", { body: "For Ada, from the first" });
  await pairWith(OTHER);
  const refused = await until("disconnected");
  expect(refused).toMatchObject({ phone_number: `+${NUMBER}`, offered_number: `+${OTHER}` });
  expect(refused.status_reason).toStartWith(`another_number: +${NUMBER} before, now +${OTHER}`);
  expect(devicesOf(OTHER)).toEqual([]);
  const { body: queued } = await chat.daemon.call("GET", `/v1/messages/${waiting}`);
  expect(queued).toMatchObject({ status: "queued", attempts: 0 });
  await pairWith(NUMBER);
  expect(await until("connected")).toMatchObject({ phone_number: `+${NUMBER}`, offered_number: null });
  await chat.daemon.until(waiting, "read");
  expect(
    chat
      .people()
      .messages(ADA)
      .filter(({ chat: from }) => from !== NUMBER),
  ).toEqual([]);
});

test("another number takes its place if that is meant, and is the channel's own from then on", async () => {
  await logOut();
  await pairWith(OTHER, { replace_number: true });
  expect(await until("connected")).toMatchObject({ phone_number: `+${OTHER}`, offered_number: null });
  await logOut();
  await pairWith(NUMBER);
  expect(await until("disconnected")).toMatchObject({ offered_number: `+${NUMBER}` });
});
