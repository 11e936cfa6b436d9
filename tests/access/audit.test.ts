/** Every route of the API that changes something: in the audit log, or here with the reason why not. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { createThings, type Kind, type Party, type Things, valuesFor } from "./things.ts";
import { type Body, callRoute, exampleBody, fill, type Route, readRoutes, withIds } from "./walk.ts";

const daemon = sharedDaemon();
let own: Party;
let things: Things;
let routes: Route[];

beforeAll(async () => {
  const { sql, organizationId, channelId, call } = daemon;
  own = { sql, organizationId, channelId, call };
  things = createThings(own);
  routes = (await readRoutes(daemon.url)).filter(({ method }) => method !== "GET");
});

/** Messages, their files, contacts and records are what the system is for: they have histories of their own. */
const DATA = /^\w+ \/v1\/(messages|conversations|quick_replies|contacts|crm|orders|media)(\/|$)/;
/** Data by their path, and yet in the log: much of it at once. */
const AUDITED_DATA = ["importContacts", "cancelImport", "cancelMessages"];
const NOT_AUDITED: Record<string, string> = {
  lookupContacts: "asks, and changes nothing",
  findInvitation: "asks, and changes nothing",
  listOrganizations: "asks, and changes nothing",
  previewBroadcast: "asks, and changes nothing",
  previewNewBroadcast: "asks, and changes nothing",
  readSessionStore: "asks, and changes nothing",
  testEndpoint: "sends an example; the deliveries show it",
  triggerEvent: "sends an example; the deliveries show it",
  authorizeDevice: "asks for a key; the person who allows it is in the log",
  findDevice: "asks, and changes nothing",
  previewRetention: "asks, and changes nothing",
  answerDevice: "the key that it allows is in the log once it is taken",
  findAgent: "asks, and changes nothing",
  answerAgent: "the key that it allows is in the log once it is fetched",
  askForPasskey: "asks, and changes nothing",
  askForNewPasskey: "asks, and changes nothing",
  createTotp: "counts once it is confirmed, which the log has",
  stepUp: "changes nothing but how long the login is trusted",
  logout: "ends a login that the log has the beginning of",
  playCustomer: "what somebody of the sandbox writes is data",
  keepPast: "messages and people are data; each message says where it was copied from",
  setPush: "what the user's own browser shows",
  endPush: "what the user's own browser shows",
  testPush: "what the user's own browser shows",
  takeMetaWebhook: "Meta's own call; what it brings is data",
};
/** Actions that the examples can't cause; they have tests of their own. */
const ELSEWHERE: Record<string, string> = {
  exchangeCode: "tests/onboarding",
  createSandboxChannel: "tests/onboarding",
  createChannelLabel: "tests/channels/labels",
  deleteChannelLabel: "tests/channels/labels",
  postStatus: "tests/channels/status-posts",
  deleteStatus: "tests/channels/status-posts",
  login: "tests/auth",
  loginWithFactor: "tests/auth/factors",
  loginWithPasskey: "tests/auth/passkeys",
  createPasskey: "tests/auth/passkeys",
  confirmFactor: "tests/auth/factors",
  createRecoveryCodes: "tests/auth/factors",
  deleteFactor: "tests/auth/factors",
  updateLoginProvider: "tests/login-provider",
  deleteLoginProvider: "tests/login-provider",
  takeDeviceToken: "tests/auth",
  changePassword: "tests/auth",
  endLogin: "tests/auth",
  endLogins: "tests/auth",
  resetPassword: "tests/auth",
  acceptInvitation: "tests/auth",
  pauseBroadcast: "tests/broadcasts",
  resumeBroadcast: "tests/broadcasts",
  cancelBroadcast: "tests/broadcasts",
  connectChannel: "tests/channels",
  disconnectChannel: "tests/channels",
  importChannelSession: "tests/channels",
  exportChannelSession: "tests/channels",
  createPairingLink: "tests/page/links",
  updateChannelProfile: "tests/channels",
  setChannelUsername: "tests/channels",
  deleteChannelUsername: "tests/channels",
  usePasskey: "tests/gateway",
  confirmPasskeyCode: "tests/gateway",
  createGroup: "tests/providers/whatsapp-web",
  updateGroup: "tests/providers/whatsapp-web",
  changeGroupParticipants: "tests/providers/whatsapp-web",
  revokeGroupInvite: "tests/providers/whatsapp-web",
  joinGroup: "tests/providers/whatsapp-web",
  deleteRateCard: "tests/costs/rate-card",
  leaveGroup: "tests/providers/whatsapp-web",
  deleteGroup: "tests/groups",
  answerGroupJoinRequests: "tests/groups",
};
/** Bodies for which the examples would be refused. */
const BODIES: Record<string, object> = {
  createChannel: { platform: "whatsapp_unofficial", name: "Support" },
  createEndpoint: { url: "http://127.0.0.1:9/" },
  replayDeliveries: { since: "2026-01-01T00:00:00.000Z" },
  retryDelivery: {},
};

/** The thing that must exist first. */
const FIRST: Record<string, Kind> = { retryAllFailedInbound: "inb" };

async function bodyOf(route: Route): Promise<Body> {
  const value = BODIES[route.operation.operationId];
  if (value !== undefined) return { value, type: "application/json" };
  return await withIds(exampleBody(route), async (kind) =>
    kind === "ch" ? daemon.channelId : things[kind](),
  );
}

async function entries(): Promise<number> {
  const [row] = await daemon.sql<
    { count: number }[]
  >`select count(*)::int as count from audit_log where kind <> 'read'`;
  return row?.count ?? 0;
}

const isData = ({ name, operation }: Route) =>
  DATA.test(name) && !AUDITED_DATA.includes(operation.operationId);

test("every route that changes more than data writes into the audit log", async () => {
  const wrong: string[] = [];
  for (const route of routes) {
    const { operationId } = route.operation;
    if (isData(route) || operationId in NOT_AUDITED || operationId in ELSEWHERE) continue;
    const values = route.path.includes("{") ? await valuesFor(things, own, route.path) : [];
    const body = await bodyOf(route);
    const first = FIRST[operationId];
    if (first !== undefined) await things[first]();
    const before = await entries();
    const { status, body: answer } = await callRoute(
      daemon,
      daemon.key,
      route,
      fill(route.path, values),
      body,
    );
    if (status >= 300) wrong.push(`${route.name}: ${status} ${JSON.stringify(answer).slice(0, 200)}`);
    else if ((await entries()) !== before + 1) wrong.push(`${route.name} wrote no entry`);
  }
  expect(wrong).toEqual([]);
});

test("a change that is refused leaves no entry", async () => {
  const wrong: string[] = [];
  for (const route of routes.filter(({ path, permission }) => path.includes("{") && permission !== null)) {
    const before = await entries();
    const path = fill(route.path, ["none_0", "none_1"]);
    await callRoute(daemon, daemon.key, route, path, exampleBody(route));
    if ((await entries()) !== before) wrong.push(route.name);
  }
  expect(wrong).toEqual([]);
});

test("the reasons name routes that there are", () => {
  const names = routes.map(({ operation }) => operation.operationId);
  const given = [NOT_AUDITED, ELSEWHERE, BODIES, FIRST].flatMap((one) => Object.keys(one));
  expect([...given, ...AUDITED_DATA].filter((name) => !names.includes(name))).toEqual([]);
});

test("exports, which change nothing but let much out, are in it, too", async () => {
  await daemon.call("GET", "/v1/contacts/export?format=csv");
  const { body } = await daemon.call("GET", "/v1/audit?action=export.started");
  expect(body.data[0].changes).toEqual({ format: "csv" });
});

test("the log holds no secret that a request carried", async () => {
  const secret = "EAAGverysecrettoken";
  await daemon.call("PATCH", `/v1/channels/${daemon.channelId}`, { access_token: secret });
  const url = "http://127.0.0.1:9/hook?token=verysecret";
  const headers = { authorization: "Bearer verysecret" };
  await daemon.call("POST", "/v1/settings/developer/webhooks/endpoints", { url, headers });
  const [row] = await daemon.sql<{ text: string }[]>`select json_agg(audit_log)::text as text from audit_log`;
  expect(row?.text).not.toContain("verysecret");
});

test.each(["update audit_log set action = 'nothing'", "delete from audit_log", "truncate audit_log"])(
  "the log refuses: %s",
  async (statement) => {
    await daemon.call("POST", "/v1/api-keys", { name: "one", permissions: ["events:read"] });
    const before = await entries();
    await expect((async () => await daemon.sql.unsafe(statement))()).rejects.toThrow("append-only");
    expect(await entries()).toBe(before);
  },
);
