/** What is seen of a paired number: its health, who of a file it finds on WhatsApp, and that another took its place. */
import { expect, test } from "bun:test";
import { findHealthOf } from "../../daemon/channels/health/watch.ts";
import { makePeople } from "../broadcasts/support.ts";
import { importFile } from "../imports/support.ts";
import { until } from "../support/until.ts";
import { channelsSite, HOSTILE } from "./channels-site.ts";
import { wider } from "./imports-support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { stage, web, paired } = await channelsSite();
const [OWN, OTHER, UNWELL, ASKING] = ["15557060021", "15557060022", "15557060023", "15557060024"] as const;

test.skipIf(NO_CHROMIUM)("the other number takes the place, once what goes along was read", async () => {
  const { id, status } = await paired(OWN);
  const path = `/v1/channels/${id}`;
  await stage.daemon.call("POST", `${path}/disconnect`, { logout: true });
  await status("logged_out");
  await stage.daemon.call("POST", `${path}/connect`, {});
  const { body } = await stage.daemon.call("GET", `${path}/qr?wait=20`);
  await web.control.scan(OTHER, body.qr);
  await status("disconnected");
  const page = await stage.open(`/channels/${id}`);
  await page.getByText(`Before: +${OWN}. Now: +${OTHER}, whose phone was paired.`).waitFor();
  await page.getByRole("button", { name: "Show the QR code" }).waitFor();
  await page.getByRole("button", { name: `Let +${OTHER} take its place` }).click();
  const dialog = page.getByRole("dialog", { name: `Let +${OTHER} take its place` });
  await dialog.getByText("Messages and broadcasts that wait are cancelled").waitFor();
  await dialog.getByText(`Send what waits from +${OTHER}`).click();
  await dialog.getByText(`Messages and broadcasts that wait are sent from +${OTHER}`).waitFor();
  await keepScreenshot(page, "channels-replace");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: `Let +${OTHER} take its place` }).click();
  await status("connected");
  await page.getByText("It sends and receives.").waitFor();
  const { body: channel } = await stage.daemon.call("GET", path);
  expect(channel).toMatchObject({ phone_number: `+${OTHER}`, offered_number: null });
  const { body: log } = await stage.daemon.call("GET", "/v1/audit?action=channel.number_changed");
  expect(log.data[0]).toMatchObject({ actor: { type: "user" }, changes: { waiting: "keep" } });
});

/** The number wrote to strangers, and none of them answered. */
async function approach(channelId: string): Promise<void> {
  const { sql, organizationId } = stage.daemon;
  await sql`
    insert into web_recipients (organization_id, channel_id, phone, opened_at)
    select ${organizationId}, ${channelId}, '4917100' || n, now() - make_interval(hours => n % 60)
    from generate_series(1, 300) as n`;
  await findHealthOf(sql, [{ organizationId, channelId }]);
}

test.skipIf(NO_CHROMIUM)("its health is shown with what to do, changes live, and slows it down", async () => {
  const { id } = await paired(UNWELL);
  const page = await stage.open(`/channels/${id}`);
  const health = page.getByRole("region", { name: "Health of the number" });
  await health.getByText("100 of 100").waitFor();
  await health.getByText("Nothing speaks against this number.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await approach(id);
  await health.getByText("falling").waitFor();
  const worst = health.getByRole("list", { name: "What takes points, and what to do" }).getByRole("listitem");
  await worst.filter({ hasText: "did not answer" }).getByText("ask for consent first").waitFor();
  const row = page.getByRole("row").filter({ hasText: `Paired ${UNWELL}` });
  await row.getByText(/^health [0-5]?\d of 100$/).waitFor();
  await keepScreenshot(page, "channels-health");
  expect(await accessibilityFaults(page)).toEqual([]);

  const settings = async () => (await stage.daemon.call("GET", `/v1/channels/${id}`)).body.settings;
  await health.getByText("Slow down by itself").click();
  await page.getByText("It slows down by itself").waitFor();
  expect((await settings()).slow_down).toEqual({ below: 70, factor: 4 });
  await stage.daemon.call("PATCH", `/v1/channels/${id}`, {
    settings: { slow_down: { below: 55, factor: 9 } },
  });
  await page.reload();
  await health.getByText("While the score is below 55, messages go out 9 times slower").waitFor();
  await health.getByText("Slow down by itself").click();
  await page.getByText("It keeps its pace").waitFor();
  expect((await settings()).slow_down).toBe(null);

  const phone = await stage.open(`/channels/${id}`, { as: "viewer", width: "narrow" });
  await phone.getByText("ask for consent first").first().waitFor();
  expect(await phone.getByText("Slow down by itself").count()).toBe(0);
  await keepScreenshot(phone, "channels-health-phone");
  expect(await accessibilityFaults(phone)).toEqual([]);
  await phone.goto(stage.daemon.url);
  const ailing = phone.getByRole("region", { name: "Channels that need somebody" }).getByRole("listitem");
  await ailing
    .filter({ hasText: UNWELL })
    .getByText(/of 100$/)
    .waitFor();
  await phone.goto(`${stage.daemon.url}/channels`);
  await phone
    .getByRole("row")
    .filter({ hasText: UNWELL })
    .getByText(/^health \d+ of 100$/)
    .waitFor();
  await keepScreenshot(phone, "channels-list-phone");
  expect(await wider(phone)).toBe(0);
});

/** A broadcast of a paired number to people by their numbers, who are made where they are not known. */
async function draftFor(channel_id: string, numbers: readonly string[]): Promise<string> {
  const { sql, organizationId, call } = stage.daemon;
  const components = JSON.stringify([{ type: "BODY", text: "The spring menu is here." }]);
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${organizationId}, 'tpl_spring', '1', 'spring', 'en_US', 'MARKETING', 'approved', ${components})`;
  const people = numbers.map((number) => ({ phone_number: `+${number}` }));
  const audience = { contact_ids: await makePeople(stage.daemon, people) };
  const template = { name: "spring", language: "en_US" };
  const { body } = await call("POST", "/v1/broadcasts", { name: "Spring", channel_id, template, audience });
  return body.id;
}

test.skipIf(NO_CHROMIUM)("it is asked who of a file is on WhatsApp, and who is not is named", async () => {
  const { id } = await paired(ASKING);
  const file = `phone,name\n+15550000123,"${HOSTILE.replaceAll('"', '""')}"\n+14155550124,Grace\n`;
  const job = await importFile(stage.daemon, file, "?file_name=people.csv");
  const page = await stage.open(`/contacts/imports/${job.id}`);
  const check = page.getByRole("region", { name: "Who is on WhatsApp" });
  if ((await check.getByRole("button", { name: /Asked by/ }).count()) > 0) {
    await check.getByRole("button", { name: /Asked by/ }).click();
    await page.getByRole("option", { name: `Paired ${ASKING}` }).click();
  }
  await check.getByRole("button", { name: "Check numbers" }).click();
  await check.getByText("2: check again later").waitFor();
  await until(async () => {
    await stage.daemon.sql`update web_recipients set checked_at = checked_at - interval '20 seconds'`;
    const path = `/v1/contacts/imports/${job.id}/number_check`;
    return (await stage.daemon.call("POST", path, { channel_id: id })).body.unchecked === 0;
  });
  await check.getByRole("button", { name: "Check again" }).click();
  await check.getByText("Those who are not there").click();
  await check.getByRole("link", { name: "+15550000123" }).waitFor();
  await check.getByText(HOSTILE).waitFor();
  await keepScreenshot(page, "imports-check");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(`${stage.daemon.url}/broadcasts/${await draftFor(id, ["15550000123", "14155550125"])}`);
  await page.getByRole("button", { name: "Start broadcast" }).click();
  const preview = page.getByRole("dialog").getByRole("region", { name: "Who gets it" });
  await preview.getByText("Skipped: not on WhatsApp").waitFor();
  await preview.getByText("1 number of these not asked about yet").waitFor();
  const viewer = await stage.open(`/contacts/imports/${job.id}`, { as: "viewer" });
  await viewer.getByText("New contacts").waitFor();
  expect(await viewer.getByText("Who is on WhatsApp").count()).toBe(0);
});
