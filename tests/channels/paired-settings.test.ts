/** How a paired number paces itself, as the API shows and changes it. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const create = (settings?: object) =>
  waypost.call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
    ...(settings === undefined ? {} : { settings }),
  });

test("a channel shows the pace that applies when nothing was set", async () => {
  const { body } = await create();
  expect(body.settings).toEqual({
    rate: {
      per_recipient_seconds: 0,
      gap_seconds: { least: 3, most: 6 },
      typing: true,
      rest: { after: 20, seconds: 20 },
    },
    groups: false,
    calls: "ignore",
    quiet_hours: null,
    warmup: { new_contacts_per_day: 20, most_per_day: 1000 },
    number_checks_per_day: 200,
  });
});

test("settings are shown as they were set, and can be sent back as they were shown", async () => {
  const quiet_hours = { from: "22:00", to: "07:00", time_zone: "Europe/Berlin" };
  const { body } = await create({ quiet_hours, warmup: null, rate: { gap_seconds: { least: 1, most: 2 } } });
  expect(body.settings).toMatchObject({
    quiet_hours,
    warmup: null,
    rate: { gap_seconds: { least: 1, most: 2 } },
  });
  const path = `/v1/channels/${body.id}`;
  const again = await waypost.call("PATCH", path, { settings: body.settings });
  expect(again.status).toBe(200);
  expect(again.body.settings).toEqual(body.settings);
});

test.each([
  [{ quiet_hours: { from: "25:00", to: "07:00", time_zone: "UTC" } }],
  [{ warmup: { new_contacts_per_day: -1, most_per_day: 5 } }],
  [{ rate: { gap_seconds: { least: 1 } } }],
])("%o is refused", async (settings) => {
  expect((await create(settings)).status).toBe(422);
});
