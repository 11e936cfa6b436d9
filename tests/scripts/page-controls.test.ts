/**
 * Every control of every view, pressed by each role: none leads to what the role may not do, and what it may do through
 * the page is reached.
 */
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { ROLES, type Role } from "../../daemon/auth/roles.ts";
import { grants } from "../../daemon/http/permissions.ts";
import { type Route, readRoutes } from "../access/walk.ts";
import { PRESSING_MS, pressedAs } from "../page/controls/pressed.ts";
import { pageStage } from "../page/stage.ts";
import { NO_CHROMIUM } from "../support/browser.ts";

const CLIENT = join(import.meta.dir, "../../daemon/page/client");
const stage = pageStage();

/** What takes more than a press, by what it takes; the tests of the views show these. */
const MORE_THAN_A_PRESS: Readonly<Record<string, readonly string[]>> = {
  "a phone that is paired": [
    ...["GET /v1/channels/{id}/qr", "POST /v1/channels/{id}/disconnect", "GET /v1/channels/{id}/health"],
    "GET /v1/channels/{id}/groups/{group_id}",
  ],
  "somebody who stays for a second": ["PUT /v1/conversations/{id}/activity"],
  "a sandbox": ["POST /v1/channels/sandbox"],
  "a choice": ["POST /v1/templates", "POST /v1/contacts/{id}/merge", "POST /v1/broadcasts"],
  "a file": [
    ...[
      "POST /v1/media",
      "GET /v1/media/{id}/info",
      "POST /v1/contacts/import",
      "POST /v1/contacts/import/preview",
    ],
    ...["GET /v1/contacts/imports/{id}/refused", "POST /v1/contacts/imports/{id}/cancel"],
    "POST /v1/quick_replies/import",
    "PUT /v1/rate-card",
  ],
  "a broadcast that runs": [
    ...["start", "pause", "resume", "cancel"].map((verb) => `POST /v1/broadcasts/{id}/${verb}`),
    ...["GET /v1/broadcasts/{id}/people", "GET /v1/broadcasts/{id}/people.csv"],
  ],
  "a replay that runs": ["POST /v1/settings/developer/webhooks/deliveries/replays/{id}/cancel"],
  "an audience that is chosen": ["GET /v1/crm/lists", "GET /v1/contacts/imports"],
  "a passkey that WhatsApp wants": ["POST /v1/channels/{id}/passkey/confirm"],
  "an official number, or Meta's agent at it": [
    "GET /v1/conversations/{id}/answer_cost",
    "POST /v1/conversations/{id}/handover",
    "GET /v1/channels/{id}/username/suggestions",
    "PUT /v1/channels/{id}/username",
    "DELETE /v1/channels/{id}/username",
  ],
  "an agent's guard that names a list": ["GET /v1/crm/lists/{id}"],
  "a record of the CRM": ["GET /v1/crm/records/{id}"],
  "a person of the inbox, a tag of theirs, or what was said": [
    ...["GET /v1/messages/search", "GET /v1/orders", "POST /v1/conversations/{id}/notes"],
    "DELETE /v1/conversations/{id}/tags/{name}",
  ],
  "another login, or none": [
    ...["login", "logout", "reset", "invitations/accept"].map((way) => `POST /v1/auth/${way}`),
    "DELETE /v1/auth/logins/{id}",
  ],
  "a browser that takes pushes": ["PUT /v1/auth/push", "DELETE /v1/auth/push", "POST /v1/auth/push/test"],
  "a program that asks for access": ["POST /v1/auth/oauth/find", "POST /v1/auth/oauth/answer"],
  "a terminal that waits": ["POST /v1/auth/device/find", "POST /v1/auth/device/answer"],
  "curl: the page reads the same as a stream": ["GET /v1/logs/requests"],
};
const LATER = Object.values(MORE_THAN_A_PRESS).flat();

/** What is read only by somebody who may make a change, by that change. */
const READ_FOR: Readonly<Record<string, string>> = {
  "GET /v1/templates/sync/{id}": "POST /v1/templates/sync",
  "GET /v1/settings/contacts": "PATCH /v1/settings/contacts",
  "GET /v1/settings/inbox": "PUT /v1/settings/inbox",
};

let routes: Route[];
beforeAll(async () => {
  let code = "";
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan({ cwd: CLIENT }))
    code += await Bun.file(join(CLIENT, path)).text();
  // those of the page, each named in its code as the types have it
  routes = (await readRoutes(stage.daemon.url)).filter(({ name }) => code.includes(`"${name}"`));
});

test("what takes more than a press is of the page", () => {
  const names = routes.map(({ name }) => name);
  expect(LATER.filter((name) => !names.includes(name))).toEqual([]);
});

test.skipIf(NO_CHROMIUM).each(Object.keys(ROLES) as Role[])(
  "%s",
  async (role) => {
    const { asked, refused, unknown } = await pressedAs(stage, role);
    expect({ refused, unknown: [...unknown] }).toEqual({ refused: [], unknown: [] });
    const allowed = routes.filter(({ permission: one }) => one === "any" || grants(ROLES[role], one ?? ""));
    const names = allowed.map(({ name }) => name);
    const isReached = (name: string) => !LATER.includes(name) && names.includes(READ_FOR[name] ?? name);
    expect(names.filter((name) => isReached(name) && !asked.has(name))).toEqual([]);
  },
  PRESSING_MS,
);
