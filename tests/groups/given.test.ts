/** Groups, people and invite links as requests name them, and the outcome for each person. */
import { expect, test } from "bun:test";
import { addressesOf, inviteCodeOf } from "../../daemon/groups/given.ts";
import { showOutcomes } from "../../daemon/groups/shown.ts";
import type { Problem } from "../../daemon/http/problem.ts";
import { OFFICIAL_GROUPS } from "../../daemon/providers/cloud-api/groups/rules.ts";
import { PAIRED_GROUPS } from "../../daemon/providers/whatsapp-web/groups/rules.ts";

function pathOf(read: () => unknown): string | undefined {
  try {
    read();
  } catch (cause) {
    return (cause as Problem).extras.errors?.[0]?.path;
  }
  return undefined;
}

test.each([
  ["12345@g.us", true],
  ["1234@g.us", false],
  [`${"1".repeat(30)}@g.us`, true],
  [`${"1".repeat(31)}@g.us`, false],
  ["491700000001-16505@g.us", true],
  ["491700000001-1650@g.us", false],
  ["491700000001@s.whatsapp.net", false],
  ["12345@g.us.example", false],
])("%s is the id of a group: %p", (id, is) => {
  expect(PAIRED_GROUPS.isId(id)).toBe(is);
});

test.each([
  ["Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAz", true],
  // ids of numbers, accounts, templates and files: never a group's
  ["1002003004005006", false],
  ["Y2FwaV9", false],
  ["me/permissions?x=aaaaaaaaa", false],
  ["120363041234567890@g.us", false],
])("%s is the id of an official group: %p", (id, is) => {
  expect(OFFICIAL_GROUPS.isId(id)).toBe(is);
});

test("people are named by number or id, and the first that is neither is refused by its place", () => {
  expect(addressesOf("address", ["+491700000001", "187240155021834@lid"])).toEqual([
    "491700000001@s.whatsapp.net",
    "187240155021834@lid",
  ]);
  expect(pathOf(() => addressesOf("address", ["+491700000001", "nobody"]))).toBe("/participants/1");
});

test.each([
  "AbCd_-12",
  " AbCd_-12 ",
  "chat.whatsapp.com/AbCd_-12",
  "https://chat.whatsapp.com/AbCd_-12",
  "http://chat.whatsapp.com/invite/AbCd_-12",
  "https://chat.whatsapp.com/AbCd_-12?mode=ac_t",
])("%p is an invite link", (invite) => {
  expect(inviteCodeOf(invite)).toBe("AbCd_-12");
});

test.each(["AbCd_-1", "x".repeat(65), "https://example.com/AbCd_-12", "https://chat.whatsapp.com/AbCd/_-12"])(
  "%p is no invite link",
  (invite) => {
    expect(pathOf(() => inviteCodeOf(invite))).toBe("/invite");
  },
);

test("outcomes are shown under the names of the request, with the reason why not", () => {
  const codes = [200, 401, 403, 404, 408, 409, 419, 500];
  const shown = showOutcomes(
    codes.map((code) => `person ${code}`),
    codes.map((code) => ({ code, asked: "" })),
  );
  expect(shown.map(({ participant, status, reason }) => [participant, status, reason])).toEqual([
    ["person 200", "done", null],
    ["person 401", "refused", "blocked"],
    ["person 403", "refused", "not_allowed"],
    ["person 404", "refused", "not_found"],
    ["person 408", "refused", "left_recently"],
    ["person 409", "refused", "already_there"],
    ["person 419", "refused", "group_full"],
    ["person 500", "refused", "refused"],
  ]);
});
