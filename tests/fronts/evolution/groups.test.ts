/** Groups of a paired number, as clients of Evolution make and change them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA } from "../../providers/whatsapp-web/chat.ts";
import { type Site, startSite } from "../site.ts";

const GRACE = "491700000002";

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
  await site.ask("POST", "/settings/set/home", { groupsIgnore: false });
});
afterAll(() => site.stop());

const get = async (path: string) => (await site.ask("GET", path)).body;
const post = async (path: string, body: object = {}) => (await site.ask("POST", path, body)).body;

test("a group is made, changed, invited to, written in and left", async () => {
  const made = await post("/group/create/home", {
    subject: "Lunch",
    participants: [`${ADA}@s.whatsapp.net`],
  });
  expect(made).toMatchObject({ subject: "Lunch", size: 2 });
  const named = `home?groupJid=${made.id.replace("@g.us", "")}`;
  expect(await post(`/group/updateGroupSubject/${named}`, { subject: "Dinner" })).toEqual({
    update: "success",
  });
  expect(await post(`/group/updateGroupDescription/${named}`, { description: "At eight" })).toEqual({
    update: "success",
  });
  expect(await post(`/group/updateSetting/${named}`, { action: "announcement" })).toHaveProperty(
    "updateSetting",
  );
  expect(await get(`/group/findGroupInfos/${named}`)).toMatchObject({
    subject: "Dinner",
    desc: "At eight",
    announce: true,
  });
  const added = await post(`/group/updateParticipant/${named}`, { action: "add", participants: [GRACE] });
  expect(added.updateParticipants).toMatchObject([{ jid: `${GRACE}@s.whatsapp.net`, status: "200" }]);
  expect((await get(`/group/participants/${named}`)).participants).toHaveLength(3);
  const { inviteCode } = await get(`/group/inviteCode/${named}`);
  expect(await post(`/group/revokeInviteCode/${named}`)).toMatchObject({ revoked: true });
  expect((await get(`/group/inviteCode/${named}`)).inviteCode).not.toBe(inviteCode);
  const invited = await post(`/group/sendInvite/${named}`, { description: "Come", numbers: [ADA, GRACE] });
  expect(invited).toMatchObject({ send: true, inviteUrl: expect.stringContaining("chat.whatsapp.com") });
  const [listed] = await get("/group/fetchAllGroups/home?getParticipants=true");
  expect(listed).toMatchObject({ id: made.id, participants: expect.any(Array) });
  const sent = await post("/message/sendText/home", {
    number: made.id,
    text: "@all hello",
    mentionsEveryOne: true,
  });
  const message = await site.daemon.until(sent.key.id, "sent", "delivered", "read", "failed");
  expect(message).toMatchObject({ error: null, group_id: made.id, content: { mentions: expect.any(Array) } });
  expect((await site.ask("DELETE", `/group/leaveGroup/${named}`)).body).toEqual({
    groupJid: made.id,
    leave: true,
  });
});
