/** `waypost top` while the daemon is away, refuses the key, or has nothing new to say. */
import { beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { makeKey } from "../support/daemon.ts";
import { prepareSite } from "../support/daemon-process.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { clean, openScreen } from "./flows/terminal.ts";
import { openDoor } from "./top-door.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  await waypost.sql`update channels set updated_at = now() - interval '3 days'`;
});

/** Marks the end of a frame for the terminal: it comes after the frame, maybe in a piece of its own. */
const END_OF_FRAME = "\u001b[?2026l";

const top = (url: string, key = waypost.key, words: string[] = []) =>
  openScreen(["top", "--interval", "500ms", ...words], {
    env: { WAYPOST_URL: url, WAYPOST_API_KEY: key },
  });

test("a daemon that is killed is said to be away, and the view comes back with it", async () => {
  const port = freePort();
  const site = await prepareSite(port, {});
  const daemon = await site.start(port);
  const screen = top(daemon.url, site.key);
  await screen.shows(/● .*CHANNELS/s);
  await daemon.kill();
  expect(await screen.shows(/○ as of/)).toMatch(/○ as of [\d:]{8} UTC, retrying: .*can't be reached/);
  screen.type("p");
  await screen.shows(/can't be reached \(\w+\)\n*$/);
  await site.start(port);
  await until(async () => (await screen.lines()).join("\n").includes("● "));
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
  await site.stop();
});

test("answers of a daemon that is unwell, or has enough of us, are waited out", async () => {
  const door = openDoor(waypost.url);
  const screen = top(door.url);
  for (const status of [500, 503, 429]) {
    await screen.shows(/● .*CHANNELS/s);
    door.refuse(status);
    await screen.shows(`retrying: the door is shut (${status})`);
    door.refuse(null);
  }
  await screen.shows(/● .*CHANNELS/s);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
  await door.stop();
});

test("a key that is refused in the middle ends it with 3, and says so", async () => {
  const made = await waypost.call("POST", "/v1/api-keys", { name: "top", permissions: ["channels:read"] });
  const screen = top(waypost.url, made.body.key);
  await screen.shows("CHANNELS");
  await waypost.call("DELETE", `/v1/api-keys/${made.body.id}`);
  expect(await screen.ended()).toEqual(clean(3));
  expect((await screen.lines()).join("\n")).toContain("invalid or missing API key");
});

test("a key that may not change a channel sees why, and the view continues", async () => {
  const screen = top(waypost.url, await makeKey(waypost, ["channels:read"]));
  const shown = await screen.shows("ERRORS");
  expect(shown).toContain("needs the permission webhooks:manage");
  expect(shown).not.toContain("messages/min");
  screen.type("p");
  await screen.shows(/channels:manage.*\(403\)/);
  await screen.shows(/● .*CHANNELS/s);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("unchanged lines are not drawn again", async () => {
  const door = openDoor(waypost.url);
  const screen = top(door.url);
  await screen.shows("CHANNELS");
  await until(() => screen.written().endsWith(END_OF_FRAME));
  const { length } = screen.written();
  const before = door.requests();
  await until(() => door.requests() >= before + 3);
  expect(screen.written().slice(length)).toBe("");
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
  await door.stop();
});
