/** `waypost top` on real terminals of two sizes, over a daemon with traffic and an endpoint that is down. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  changeEndpoint,
  makeChannel,
  makeEndpoint,
  overviewWhen,
  sendTo,
  UNDELIVERABLE,
} from "../overview/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { clean, openScreen, type Screen, SIZES } from "./flows/terminal.ts";

const DOWN = "\u001b[B";
const UP = "\u001b[A";
const ESCAPE = "\u001b";
const ENTER = "\r";
const CTRL_C = "\u0003";
const TAB = "\t";

const waypost = sharedDaemon();
let endpointId: string;
const broken = startReceiver(() => new Response("out of order", { status: 503 }));
beforeAll(async () => {
  await makeChannel(waypost, "Sales 🎉");
  endpointId = await makeEndpoint(waypost, broken.url);
  const sent = await sendTo(waypost, "14155550100");
  await waypost.until(await sendTo(waypost, UNDELIVERABLE), "failed");
  await waypost.until(sent, "read");
  await overviewWhen(waypost, (one) => one.endpoints?.[0]?.last_status === 503);
});
afterAll(async () => {
  await broken.stop();
});

const open = (size: { columns: number; rows: number }, words: string[] = []): Screen =>
  openScreen(["top", "--interval", "500ms", ...words], {
    env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
    size,
  });
const [SMALL = { columns: 80, rows: 24 }, LARGE = SMALL] = SIZES;

const isPaused = async () =>
  (await waypost.call("GET", `/v1/channels/${waypost.channelId}`)).body.settings.paused ?? false;

/** From the last list to the last line: a screen is read while it is being drawn, too. */
const DRAWN = /ERRORS.*p pause/s;

test.each(SIZES)("every list is on a terminal of $columns by $rows", async (size) => {
  const screen = open(size);
  const shown = await screen.shows(DRAWN);
  expect(shown).toContain(`● ${new URL(waypost.url).host}  2 channels: `);
  expect(shown).toMatch(/messages\/min {2}accepted \d+ .* failed [1-9]/);
  expect(shown).toMatch(/webhooks\/min .* failed \d+ {2}lag [\d.]+/);
  expect(shown).toMatch(
    /▸ 1 CHANNELS 2 +STATUS +WAITING +OLDEST +CHANGED .*REASON\n› Sales 🎉 +disconnected/,
  );
  expect(shown).toMatch(/2 LANES 3 +OF +WAITING[^\n]*\n/);
  expect(shown).toMatch(
    /3 ENDPOINTS 1 +STATE[^\n]*\n {2}http:\/\/127\.0\.0\.1:\d+\/\S+ +(failing|resting|probing)/,
  );
  expect(shown).toMatch(/4 ERRORS \d+ .*\n(.*\n)?.*503/);
  expect(shown.trimEnd().split("\n").at(-1)).toContain("p pause");
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("no line is wider than the terminal, and columns go in the order of their importance", async () => {
  const [small, large] = [open(SMALL), open(LARGE)];
  const [few, all] = [await small.shows(DRAWN), await large.shows(DRAWN)];
  for (const title of ["PER SECOND", "PHONE", "QUALITY", "NEXT TRY"]) {
    expect(few).not.toContain(title);
    expect(all).toContain(title);
  }
  expect(few).not.toMatch(/^.{81}/m);
  expect((await small.lines()).at(-1)).toBe("");
  for (const screen of [small, large]) screen.type("q");
  expect(await small.ended()).toEqual(clean(0));
});

test("p pauses the chosen channel and r resumes it, in the daemon", async () => {
  const screen = open(SMALL);
  await screen.shows("› Sales");
  screen.type(DOWN);
  await screen.shows("› Sandbox");
  screen.type("p");
  await screen.shows(/› Sandbox +paused.*Paused Sandbox: messages wait/s);
  expect(await isPaused()).toBe(true);
  const id = await sendTo(waypost, "14155550102");
  await screen.shows(/› Sandbox +paused +1 /);
  screen.type("r");
  await screen.shows("Resumed Sandbox.");
  expect(await isPaused()).toBe(false);
  await waypost.until(id, "read");
  await screen.shows(/› Sandbox +connected +0 /);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("in the lists of endpoints and lanes they are about the endpoint; an error can't be paused", async () => {
  const screen = open(LARGE);
  await screen.shows("ERRORS");
  screen.type("3");
  await screen.shows("▸ 3 ENDPOINTS");
  screen.type("p");
  await screen.shows(/› http\S+ +paused.*events wait for it/s);
  screen.type("2");
  await screen.shows("▸ 2 LANES");
  for (const _ of [1, 2, 3]) screen.type(DOWN);
  await screen.shows(/› http\S+ +webhooks .* paused/);
  screen.type("r");
  await screen.shows(/Resumed http/);
  screen.type("4p");
  await screen.shows("Choose a channel or an endpoint first.");
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
  await changeEndpoint(waypost, endpointId, { enabled: true });
});

test("Enter shows all that is known of a row, Escape goes back; ? explains the keys", async () => {
  const screen = open(SMALL);
  await screen.shows("ERRORS");
  screen.type(TAB + TAB);
  await screen.shows("▸ 3 ENDPOINTS");
  screen.type(ENTER);
  const details = await screen.shows("failing since");
  expect(details).toContain(`id                  ${endpointId}`);
  expect(details).toContain("last error          the endpoint responded with 503");
  expect(details).not.toContain("CHANNELS");
  screen.type(ESCAPE);
  await screen.shows("▸ 3 ENDPOINTS");
  screen.type("?");
  await screen.shows(/Keys.*pause the channel or endpoint.*esc back/s);
  screen.type(ESCAPE);
  await screen.shows("▸ 3 ENDPOINTS");
  screen.type("4");
  await screen.shows("▸ 4 ERRORS");
  screen.type(ENTER);
  await screen.shows(/kind +(message|delivery)/);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("details that don't fit are scrolled", async () => {
  const screen = open({ columns: 80, rows: 12 });
  await screen.shows("CHANNELS");
  screen.type(DOWN);
  await screen.shows("› Sandbox");
  screen.type(ENTER);
  await screen.shows(waypost.channelId);
  expect((await screen.lines()).join("\n")).not.toContain("In the last hour");
  for (let line = 0; line < 40; line++) screen.type(DOWN);
  await screen.shows("In the last hour");
  for (let line = 0; line < 40; line++) screen.type(UP);
  await screen.shows(waypost.channelId);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test("the view follows the terminal's size, down to one list and up again, and leaves nothing behind", async () => {
  const screen = open(SMALL);
  await screen.shows("4 ERRORS");
  screen.resize({ columns: 60, rows: 14 });
  await screen.shows(/^(?!.*ERRORS).*▸ 1 CHANNELS/s);
  screen.type("4");
  await screen.shows(/^(?!.*CHANNELS).*▸ 4 ERRORS/s);
  screen.resize(LARGE);
  const shown = await screen.shows(/1 CHANNELS.*NEXT TRY.*▸ 4 ERRORS/s);
  expect(shown.match(/CHANNELS/g)).toHaveLength(1);
  expect(shown.match(/messages\/min/g)).toHaveLength(1);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});

test.each([
  ["Ctrl-C", (screen: Screen) => screen.type(CTRL_C), 130],
  ["an interrupt from outside", (screen: Screen) => screen.kill("SIGINT"), 130],
  ["a polite kill", (screen: Screen) => screen.kill("SIGTERM"), 143],
])("%s ends it with the terminal as it was", async (_, interrupt, code) => {
  const screen = open(SMALL);
  await screen.shows("ERRORS");
  interrupt(screen);
  expect(await screen.ended()).toEqual(clean(code));
  expect((await screen.lines()).join("").trim()).toBe("");
});
