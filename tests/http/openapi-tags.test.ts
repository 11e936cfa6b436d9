/** Under which heading of the reference an operation is found follows from its path. */
import { expect, test } from "bun:test";
import { tagsOf } from "../../daemon/http/openapi/tags.ts";

test.each([
  ["/v1/channels/:id/limits", "Channels"],
  ["/v1/channels/:id/groups/:group_id", "Groups"],
  ["/v1/contacts/:id", "Contacts"],
  ["/v1/contacts/imports/:id", "Imports"],
  ["/v1/auth/invitations/accept", "Users"],
  ["/v1/costs.csv", "Costs"],
])("%s is found under %s", (path, tag) => {
  expect(tagsOf(path)).toEqual([tag]);
});

test("a path of no heading has none, which the test of the whole document refuses", () => {
  expect(tagsOf("/v1/nouns")).toEqual([]);
});
