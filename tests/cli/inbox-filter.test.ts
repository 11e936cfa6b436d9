/** What the inbox of the terminal asks the API for. */
import { expect, test } from "bun:test";
import { queryOf } from "../../cli/commands/inbox/model/list.ts";

const NONE = { q: "", unread: false, unanswered: false, status: null };

test.each([
  [
    { ...NONE, status: "open" as const },
    { status: "open", contacted: false, archived: false },
  ],
  [
    { ...NONE, status: "contacted" as const },
    { status: "open", contacted: true, archived: false },
  ],
  [{ ...NONE, status: "archived" as const }, { archived: true }],
  [
    { ...NONE, status: "open" as const, q: "ada" },
    { status: "open", q: "ada" },
  ],
  [
    { ...NONE, status: "closed" as const, unread: true },
    { status: "closed", unread: true, archived: false },
  ],
  [NONE, {}],
])("%j asks for %j", (filter, query) => {
  expect<object>(queryOf(filter)).toEqual(query);
});
