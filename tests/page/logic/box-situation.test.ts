/** What the box of the inbox offers, by the window, what is done in it, and what somebody may. */
import { expect, test } from "bun:test";
import {
  type Allowed,
  type Doing,
  isEnding,
  type Tools,
  toolsOf,
  type Window,
  windowOf,
} from "../../../daemon/page/client/views/inbox/box/situation.ts";

const NOON = "2026-11-30T12:00:00Z";
const ALL: Allowed = { files: true, templates: true };

test.each<[Window, "open" | "closed" | null, string | null]>([
  ["always", null, null],
  ["open", "open", "2026-11-30T12:00:01Z"],
  // it ended while the page was open
  ["closed", "open", NOON],
  ["closed", "closed", null],
])("the window is %s", (window, service_window, service_window_until) => {
  expect(windowOf({ service_window, service_window_until }, Date.parse(NOON))).toBe(window);
});

test.each([
  ["2026-11-30T15:59:59Z", true],
  ["2026-11-30T16:00:00Z", false],
])("until %s, it is ending: %p", (service_window_until, ending) => {
  expect(isEnding({ service_window_until }, Date.parse(NOON))).toBe(ending);
});

test.each<[string, Doing, Window, Allowed, (keyof Tools)[]]>([
  ["an answer", "answer", "open", ALL, ["files", "emoji", "record", "template", "note", "later", "send"]],
  [
    "an answer on a number without a window",
    "answer",
    "always",
    { files: true, templates: false },
    ["files", "emoji", "record", "note", "later", "send"],
  ],
  [
    "an answer of somebody who may not upload",
    "answer",
    "open",
    { files: false, templates: true },
    ["emoji", "template", "note", "later", "send"],
  ],
  ["an answer that comes too late", "answer", "closed", ALL, ["note"]],
  ["a note, also when answers come too late", "note", "closed", ALL, ["emoji", "note", "send"]],
  ["a recording", "recording", "open", ALL, ["files", "template", "later", "send"]],
  ["a recording that comes too late", "recording", "closed", ALL, []],
])("offered with %s", (_what, doing, window, allowed, offered) => {
  const tools = Object.entries(toolsOf(doing, window, allowed));
  expect<string[]>(tools.filter(([, isThere]) => isThere).map(([name]) => name)).toEqual(offered);
});
