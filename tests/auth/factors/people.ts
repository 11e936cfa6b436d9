/** People with second factors, and what their browsers bring along. */
import { expect } from "bun:test";
import { TOTP } from "otpauth";
import { caller } from "../../support/daemon.ts";
import type { sharedDaemon } from "../../support/shared-daemon.ts";

type Daemon = ReturnType<typeof sharedDaemon>;
type Answer = Awaited<ReturnType<ReturnType<typeof caller>>>;

export const PASSWORD = "correct horse battery staple";

/** The value of a cookie that an answer sets; undefined when it sets none, or removes it. */
export function cookieOf({ headers }: Answer, name: string): string | undefined {
  const text = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
  return /=([^;]+);/.exec(text)?.[1];
}

/** A browser: it keeps cookies, and sends them to pages of its own host. */
export function newBrowser(daemon: Daemon) {
  const jar = new Map<string, string>();
  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await caller(daemon.url, null)(method, path, body, { cookie, origin: daemon.url });
    for (const text of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  return { call, jar, isIn: async () => (await call("GET", "/v1/auth/me")).status === 200 };
}

export type Browser = ReturnType<typeof newBrowser>;

/** A user by invitation, logged in with a browser. */
export async function newUser(daemon: Daemon, role = "agent") {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await daemon.call("POST", "/v1/users/invitations", { email, role });
  const browser = newBrowser(daemon);
  const accept = { token: invited.body.token, name: "Ada", password: PASSWORD };
  const accepted = await browser.call("POST", "/v1/auth/invitations/accept", accept);
  expect(accepted.status).toBe(200);
  return { email, id: accepted.body.id as string, browser };
}

/** An authenticator app. `code` is that of the next step, which counts already, so that no test waits for it; or of another. */
export function appWith(secret: string) {
  const totp = new TOTP({ secret });
  return { code: (steps = 1) => totp.generate({ timestamp: Date.now() + steps * 30_000 }) };
}

/** A user with an authenticator app and ten recovery codes. The code of the present step was used to set it up. */
export async function newUserWithApp(daemon: Daemon, role = "agent") {
  const user = await newUser(daemon, role);
  const made = await user.browser.call("POST", "/v1/auth/factors/totp", { name: "Phone" });
  expect(made.status).toBe(201);
  const app = appWith(made.body.secret);
  const path = `/v1/auth/factors/${made.body.id}/confirm`;
  const confirmed = await user.browser.call("POST", path, { code: app.code(0) });
  expect(confirmed.status).toBe(200);
  return {
    ...user,
    app,
    factorId: made.body.id as string,
    recovery: confirmed.body.recovery_codes as string[],
  };
}

/** The password in a new browser: what a login of somebody with a second factor begins with. */
export async function beginLogin(daemon: Daemon, email: string, browser = newBrowser(daemon)) {
  const answer = await browser.call("POST", "/v1/auth/login", { email, password: PASSWORD });
  return { browser, answer, code: (code: string) => browser.call("POST", "/v1/auth/login/factor", { code }) };
}
