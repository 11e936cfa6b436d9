/** Every route of the API with logins that are not whole: half a login, one without a required factor, and an old one. */
import { beforeAll, expect, test } from "bun:test";
import { beginLogin, cookieOf, newUser, newUserWithApp } from "../auth/factors/people.ts";
import { isEndless } from "../http/openapi-document.ts";
import { caller } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { exampleBody, fill, type Route, readRoutes } from "./walk.ts";

const daemon = ownDaemon({ config: { addressRequestsPerSecond: 1000 } });
let routes: Route[];
beforeAll(async () => {
  routes = (await readRoutes(daemon.url)).filter(({ permission }) => permission !== null);
});

/** Asks a route about what there is not, with an example's body. */
async function ask(route: Route, headers: Record<string, string>) {
  const body = exampleBody(route);
  const type = body === null ? {} : { "content-type": body.type };
  // users, logins and factors have ids of another form
  const isOfUsers = /^\/v1\/(users|auth)\//.test(route.path);
  const path = fill(route.path, isOfUsers ? [Bun.randomUUIDv7()] : ["none_0", "none_1"]);
  return await caller(daemon.url, null)(route.method, path, body?.value, { ...headers, ...type });
}

/** Routes that answer otherwise than expected. */
async function otherwise(
  wanted: readonly Route[],
  headers: Record<string, string>,
  expected: [status: number, code: string],
): Promise<string[]> {
  const names: string[] = [];
  for (const route of wanted) {
    const { status, body } = await ask(route, headers);
    if (status !== expected[0] || body.code !== expected[1])
      names.push(`${route.name}: ${status} ${body?.code}`);
  }
  return names;
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

test(
  "half a login, whose second factor is still to come, is let in nowhere",
  async () => {
    const { email } = await newUserWithApp(daemon, "owner");
    const half = cookieOf((await beginLogin(daemon, email)).answer, "waypost_factor");
    expect(half).toStartWith("wpn_");
    for (const headers of [bearer(half), { cookie: `waypost_session=${half}`, origin: daemon.url }])
      expect(await otherwise(routes, headers, [401, "unauthorized"])).toEqual([]);
  },
  LONG_MS,
);

test(
  "an owner without the factor that is required is let in to nothing that needs a permission",
  async () => {
    const { browser } = await newUser(daemon, "owner");
    await daemon.call("PATCH", "/v1/settings/organization", { two_factors: ["owner"] });
    const needing = routes.filter(({ permission }) => permission !== "any");
    const login = bearer(browser.jar.get("waypost_session"));
    expect(await otherwise(needing, login, [403, "factor_setup_required"])).toEqual([]);
    await daemon.call("PATCH", "/v1/settings/organization", { two_factors: [] });
  },
  LONG_MS,
);

/** What an old login has to be proved for; `answerDevice`, whose example refuses, is in tests/auth/factors/step-up. */
const DANGEROUS = [
  ...["createKey", "rotateKey", "rotateEndpointSecret", "updateOrganization", "resetUserFactors"],
  ...[
    "answerAgent",
    "exportBroadcastPeople",
    "eraseContact",
    "exportContacts",
    "archiveContact",
    "exportChannelSession",
  ],
  ...["checkStepUp", "createTotp", "createRecoveryCodes", "confirmFactor", "deleteFactor"],
  ...["askForNewPasskey", "createPasskey"],
  ...[
    "createInvitation",
    "updateUser",
    "updateLoginProvider",
    "deleteLoginProvider",
    "setRetention",
    "releaseLegalHold",
  ],
];

test(
  "an old login is asked for a proof where it is dangerous, and nowhere else",
  async () => {
    const { browser, id } = await newUser(daemon, "owner");
    await daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
    const login = bearer(browser.jar.get("waypost_session"));
    const asked: string[] = [];
    for (const route of routes.filter(({ operation }) => !isEndless(operation))) {
      const { operationId } = route.operation;
      // they end the login
      if (["logout", "endLogins"].includes(operationId)) continue;
      if ((await ask(route, login)).body?.code === "step_up_required") asked.push(operationId);
    }
    expect(asked.sort()).toEqual([...DANGEROUS].sort());
  },
  LONG_MS,
);
