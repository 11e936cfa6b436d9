/**
 * Compares the routes of the OpenAPI document with those that the commands
 * call: the strings left in the code that commands reach once its types, which
 * the compiler compared with the calls, are taken away.
 */
import { beforeAll, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { sharedDaemon } from "../support/shared-daemon.ts";

const PROGRAM = join(import.meta.dir, "../../cli/program.ts");
const ROUTE = /"((?:GET|POST|PUT|PATCH|DELETE) \/[^"\s]*)"/g;

/** What no command calls, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "GET /metrics": "for Prometheus",
  "GET /v1/ready": "for load balancers; people ask `waypost health`",
  "GET /v1/contacts/erasures/{id}": "`waypost contacts erasures` lists them",
  "GET /v1/providers/whatsapp/webhook": "Meta calls it",
  "POST /v1/providers/whatsapp/webhook": "Meta calls it",
  "POST /v1/auth/device/find": "for people in a browser, at /device",
  "POST /v1/auth/device/answer": "for people in a browser, at /device",
  "POST /v1/auth/oauth/find": "for people in a browser, at /consent",
  "POST /v1/channels/session-stores":
    "for people in a browser; `waypost channels import-session` reads files itself",
  "POST /v1/auth/oauth/answer": "for people in a browser, at /consent",
  "GET /v1/auth/factors": "for people in a browser, on their account's page",
  "POST /v1/auth/factors/totp": "for people in a browser, on their account's page",
  "POST /v1/auth/factors/passkey/options": "for people in a browser, on their account's page",
  "POST /v1/auth/factors/passkey": "for people in a browser, on their account's page",
  "POST /v1/auth/login/passkey/options": "for people in a browser, which has the passkey",
  "POST /v1/auth/login/passkey": "for people in a browser, which has the passkey",
  "POST /v1/auth/factors/{id}/confirm": "for people in a browser, on their account's page",
  "POST /v1/auth/factors/recovery_codes": "for people in a browser, on their account's page",
  "DELETE /v1/auth/factors/{id}": "for people in a browser, on their account's page",
  "GET /v1/auth/step_up": "for people in a browser, before what a link downloads",
  "POST /v1/auth/step_up": "for people in a browser; `waypost login` proves it, too",
  "POST /v1/auth/invitations/find": "for people in a browser, before they choose a password",
  "GET /v1/settings/organization":
    "`waypost users` is about people; `waypostd orgs` shows and renames organisations",
  "PATCH /v1/settings/organization": "the page renames it, and `waypostd orgs set --name`",
  "GET /v1/auth/ways": "for people in a browser, before they log in",
  "GET /v1/auth/push": "for browsers: the page subscribes",
  "PUT /v1/auth/push": "for browsers: the page subscribes",
  "DELETE /v1/auth/push": "for browsers: the page subscribes",
  "POST /v1/auth/push/test": "for browsers: the page subscribes",
  "GET /v1/channels/{id}/profile/picture": "for the page; `waypost channels profile get` has its address",
  "GET /v1/media/{id}/download": "for the receivers of events, who need no key",
  "DELETE /v1/contacts/{id}/tags/{name}": "`remove` in `POST …/tags` does it with others, all or none",
  "DELETE /v1/conversations/{id}/tags/{name}": "`remove` in `POST …/tags` does it with others, all or none",
  "POST /v1/channels/{id}/customer": "`waypost sandbox inbound` does it by the sandbox's own API",
  "POST /v1/channels/sandbox": "`waypost sandbox number` adds one by the sandbox's own API",
};

/** Whole areas that no command is for: `waypost api` calls them. */
const API_ONLY = /^[A-Z]+ \/v1\/crm\//;

const waypost = sharedDaemon();
let documented: string[];
beforeAll(async () => {
  const { body } = await waypost.call("GET", "/openapi.json");
  documented = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
});

test("every endpoint of the API can be called by a command", async () => {
  const called = await calledRoutes();
  const expected = documented.filter((route) => !Object.hasOwn(EXCEPTIONS, route) && !API_ONLY.test(route));
  const missing = expected.filter((route) => !called.has(route));
  expect(missing).toEqual([]);
});

test("no command calls what is not there, and no exception is one that a command calls", async () => {
  const called = await calledRoutes();
  expect([...called].filter((route) => !documented.includes(route))).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((route) => called.has(route))).toEqual([]);
});

/** The routes named in the code that the CLI loads, at once or when a command runs. */
async function calledRoutes(): Promise<Set<string>> {
  const transpilers = {
    ts: new Bun.Transpiler({ loader: "ts" }),
    tsx: new Bun.Transpiler({ loader: "tsx" }),
  };
  const routes = new Set<string>();
  const files = new Set([PROGRAM]);
  // A set yields what is added to it meanwhile.
  for (const file of files) {
    const transpiler = transpilers[file.endsWith(".tsx") ? "tsx" : "ts"];
    const source = await Bun.file(file).text();
    for (const [, route = ""] of transpiler.transformSync(source).matchAll(ROUTE)) routes.add(route);
    for (const { path } of transpiler.scanImports(source)) {
      if (/^\.\.?\/.*\.tsx?$/.test(path)) files.add(join(dirname(file), path));
    }
  }
  return routes;
}
