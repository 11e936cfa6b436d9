/** A program's key is of the organisation and the user that allowed it, and of nobody else. */
import { expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { allowed, answer, ask, fetchToken } from "./support.ts";

const daemon = sharedDaemon();

/** A user with a login. */
async function newUser(): Promise<{ id: string; token: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await daemon.call("POST", "/v1/users/invitations", { email, role: "admin" });
  const joining = { token: invited.body.token, name: "Ada", password: "correct horse battery staple" };
  const { headers, body } = await caller(daemon.url, null)("POST", "/v1/auth/invitations/accept", joining);
  return { id: body.id, token: /waypost_session=([^;]+)/.exec(String(headers.getSetCookie()))?.[1] ?? "" };
}

const me = (secret: string) => caller(daemon.url, secret)("GET", "/v1/auth/me");

test("what one organisation allows reaches nothing of another, nor can that end it", async () => {
  const foreign = await addOrganization(daemon.sql, daemon.secrets, {
    name: "Foreign",
    email: "eve@example.com",
  });
  const { access_token } = (await (await allowed(daemon.url, foreign.api_key)).fetchKey()).body;
  const { organization_id, actor } = (await me(access_token)).body;
  expect(organization_id).toBe(foreign.organization_id);
  expect((await caller(daemon.url, access_token)("GET", "/v1/channels")).body.data).toEqual([]);
  expect((await daemon.call("DELETE", `/v1/api-keys/${actor.id}`)).status).toBe(404);
  const { asked } = await ask(daemon.url);
  const elsewhere = await answer(daemon.url, foreign.api_key, asked, { channel_ids: [daemon.channelId] });
  expect(elsewhere.body.code).toBe("channel_not_found");
});

test("a user who is removed takes their programs along, also one that has not come yet", async () => {
  const { id, token } = await newUser();
  const came = await allowed(daemon.url, token);
  const { access_token, refresh_token } = (await came.fetchKey()).body;
  const late = await allowed(daemon.url, token);
  expect((await me(access_token)).status).toBe(200);
  expect((await daemon.call("DELETE", `/v1/users/${id}`)).status).toBe(204);
  expect((await me(access_token)).status).toBe(401);
  expect((await came.refresh(refresh_token)).body.error).toBe("invalid_grant");
  expect((await late.fetchKey()).body.error).toBe("invalid_grant");
});

test("a user with a lower role takes what they may not allow any more", async () => {
  const { id, token } = await newUser();
  const { access_token } = (await (await allowed(daemon.url, token)).fetchKey()).body;
  const late = await allowed(daemon.url, token);
  expect((await daemon.call("PATCH", `/v1/users/${id}`, { role: "viewer" })).status).toBe(200);
  expect((await me(access_token)).status).toBe(401);
  expect((await late.fetchKey()).body.error).toBe("invalid_grant");
});

test("guesses at codes have to wait", async () => {
  const guess = { grant_type: "authorization_code", client_id: "wpc_x", code: "wpo_x" };
  let status = 400;
  for (let count = 0; count < 60 && status === 400; count += 1)
    ({ status } = await fetchToken(daemon.url, guess));
  expect(status).toBe(429);
});
