/** Every route of the API with every permission and every role, as its OpenAPI document has it. */
import { beforeAll, expect, test } from "bun:test";
import { ROLES } from "../../daemon/auth/roles.ts";
import { grants, PERMISSIONS } from "../../daemon/http/permissions.ts";
import { isEndless } from "../http/openapi-document.ts";
import { makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { createThings, type Party, type Things, valuesFor } from "./things.ts";
import { callRoute, exampleBody, fill, type Route, readRoutes, withIds } from "./walk.ts";

let own: Party;
let things: Things;
let routes: Route[];

// requests without a valid key are counted by their address: every route three times, and more
const daemon = ownDaemon({ config: { addressRequestsPerSecond: 1000 } });
beforeAll(async () => {
  const { sql, organizationId, channelId, call } = daemon;
  own = { sql, organizationId, channelId, call };
  things = createThings(own);
  routes = (await readRoutes(daemon.url)).filter(({ permission }) => permission !== null);
});

/** A path of ids that nothing has. */
const nowhere = ({ path }: Route) => fill(path, ["none_0", "none_1"]);

/** The routes that answer a key's holder otherwise than that this permission is missing. */
async function lettingIn(key: string, wanted: readonly Route[]): Promise<string[]> {
  const names: string[] = [];
  for (const route of wanted) {
    const { status, body } = await callRoute(daemon, key, route, nowhere(route), exampleBody(route));
    const isExact =
      status === 403 && body.code === "missing_permission" && body.permission === route.permission;
    if (!isExact) names.push(`${route.name}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
  }
  return names;
}

test.each(PERMISSIONS)(
  "a key with %s alone is let in nowhere else, and sees what is missing",
  async (one) => {
    const others = routes.filter(({ permission }) => permission !== one && permission !== "any");
    expect(await lettingIn(await makeKey(daemon, [one]), others)).toEqual([]);
  },
);

test.each(["agent", "viewer"] as const)(
  "a key with what a role may (%s) is let in nowhere else",
  async (role) => {
    const others = routes.filter(
      ({ permission }) => permission !== "any" && !grants(ROLES[role], permission ?? ""),
    );
    expect(others.length).toBeGreaterThan(20);
    expect(await lettingIn(await makeKey(daemon, [...ROLES[role]]), others)).toEqual([]);
  },
);

/** Routes that need more than their permission: nobody gives what they don't have. */
const GIVES_MORE = [
  "createKey",
  "createInvitation",
  "updateUser",
  "deleteUser",
  "endUserLogins",
  "resetUserFactors",
  "createLoginLink",
];
/** Keys have no password, no second factors, no logins and no browser. */
const OF_USERS = [
  ...["askForNewPasskey", "createPasskey"],
  ...["listFactors", "createTotp", "confirmFactor", "createRecoveryCodes", "deleteFactor", "stepUp"],
  ...["changePassword", "listLogins", "endLogin", "endLogins"],
  ...["getPush", "setPush", "endPush", "testPush"],
];

/** Who writes with an official number shows no picture. */
const OF_PAIRED = ["getContactPicture"];

/** The code of the examples is nobody's. */
const OF_TERMINALS = ["findDevice", "answerDevice"];

const METHODS = ["DELETE", "GET", "PATCH", "POST", "PUT"];

test("the routes below are all of the API", () => {
  expect([...new Set(routes.map(({ method }) => method))].toSorted()).toEqual(METHODS);
});

test.each(METHODS)("the permission of a route is enough for its %s", async (method) => {
  const wrong: string[] = [];
  for (const route of routes.filter((one) => one.method === method)) {
    const { operationId } = route.operation;
    if (
      [...GIVES_MORE, ...OF_USERS, ...OF_TERMINALS, ...OF_PAIRED].includes(operationId) ||
      isEndless(route.operation)
    )
      continue;
    const key = await makeKey(daemon, [
      route.permission === "any" ? "events:read" : (route.permission ?? ""),
    ]);
    const values = route.path.includes("{") ? await valuesFor(things, own, route.path) : [];
    const body = await withIds(exampleBody(route), (kind) => things[kind]());
    const answer = await callRoute(daemon, key, route, fill(route.path, values), body);
    if ([401, 403, 404].includes(answer.status) || answer.status >= 500)
      wrong.push(`${route.name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["no key", null],
  ["a word for a key", "secret"],
  ["a key that there is not", `wp_${"0".repeat(36)}`],
])("with %s every route answers 401", async (_, key) => {
  const wrong: string[] = [];
  for (const route of routes) {
    const { status, body } = await callRoute(daemon, key, route, nowhere(route), exampleBody(route));
    if (status !== 401 || body.code !== "unauthorized") wrong.push(`${route.name}: ${status}`);
  }
  expect(wrong).toEqual([]);
});
