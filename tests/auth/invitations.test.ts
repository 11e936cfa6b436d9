/** An invitation is judged before somebody chooses a password for it. */
import { expect, test } from "bun:test";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();
const find = (token: string) => caller(daemon.url, null)("POST", "/v1/auth/invitations/find", { token });

async function invite() {
  const email = `${crypto.randomUUID()}@example.com`;
  return (await daemon.call("POST", "/v1/users/invitations", { email, role: "agent" })).body;
}

test("one that is good says to what and as whom, and can still be accepted", async () => {
  const { token, email, expires_at } = await invite();
  const { status, body } = await find(token);
  expect(status).toBe(200);
  expect(body).toEqual({ organization: expect.any(String), email, role: "agent", expires_at });
  expect(body.organization).not.toBe("");
  const accept = { token, name: "Ben", password: "correct horse battery staple" };
  expect((await caller(daemon.url, null)("POST", "/v1/auth/invitations/accept", accept)).status).toBe(200);
  expect((await find(token)).body).toMatchObject({ status: 404, code: "not_found" });
});

test("one that was withdrawn, or has expired, is none", async () => {
  const withdrawn = await invite();
  await daemon.call("DELETE", `/v1/users/invitations/${withdrawn.id}`);
  expect((await find(withdrawn.token)).status).toBe(404);
  const expired = await invite();
  await daemon.sql`update user_tokens set expires_at = now() where id = ${expired.id}`;
  expect((await find(expired.token)).status).toBe(404);
});
