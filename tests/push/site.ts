/** A push service of our own, browsers that have subscribed there, and their users. */
import { createECDH, randomBytes } from "node:crypto";
import { decrypt } from "http_ece";
import type { Role } from "../../daemon/auth/roles.ts";
import type { Wants } from "../../daemon/push/wants.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";

export const WANTS: Wants = {
  ...{ messages: "all", quiet_channels: [], numbers: true, budgets: true },
  ...{ quiet_hours: null, hides_texts: false },
};

type Posted = { path: string; headers: Headers; body: Buffer };

/** Takes what is pushed, or answers as it is told. */
export function startPushService() {
  const posted: Posted[] = [];
  let answer = () => new Response(null, { status: 201 });
  const server = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      posted.push({ path, headers: request.headers, body: Buffer.from(await request.arrayBuffer()) });
      return answer();
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    posted,
    answers: (status: number, headers: Record<string, string> = {}) => {
      answer = () => new Response(null, { status, headers });
    },
    stop: () => server.stop(true),
  };
}

/** A browser's side of a subscription: an outside library reads what comes. */
export function newBrowser(service: ReturnType<typeof startPushService>) {
  const privateKey = createECDH("prime256v1");
  const p256dh = privateKey.generateKeys("base64url");
  const authSecret = randomBytes(16).toString("base64url");
  const path = `/send/${crypto.randomUUID()}`;
  const read = ({ body }: Posted) =>
    JSON.parse(decrypt(body, { version: "aes128gcm", privateKey, authSecret }).toString());
  const notices = () => service.posted.filter((one) => one.path === path).map(read);
  return {
    ...{ path, endpoint: service.url + path, keys: { p256dh, auth: authSecret }, notices },
    /** What is in the notices once there are so many. */
    async titles(count: number): Promise<string[]> {
      await until(() => notices().length >= count);
      return notices().map(({ title }) => title);
    },
  };
}

/** A new user of a role: their id, and a client with their login. */
export async function newUser(daemon: TestDaemon, role: Role = "agent") {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role });
  const given = { token: body.token, name: "Ada", password: "correct horse battery staple" };
  const accepted = await caller(daemon.url, null)("POST", "/v1/auth/invitations/accept", given);
  const [, token] = /waypost_session=([^;]+)/.exec(accepted.headers.getSetCookie().join()) ?? [];
  const authorization = { authorization: `Bearer ${token}` };
  const call = (method: string, path: string, sent?: unknown) =>
    caller(daemon.url, null)(method, path, sent, authorization);
  return { id: (await call("GET", "/v1/auth/me")).body.user.id as string, email, call };
}
