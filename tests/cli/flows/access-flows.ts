/** Keys, logins and passwords: what is typed is never shown. */
import { makeKey } from "../../support/daemon.ts";
import { newHome } from "../run-cli.ts";
import type { Flow, Prepared } from "./flow.ts";
import type { Site } from "./site.ts";

const PASSWORD = "correct horse battery staple";
const HIDDEN = "(hidden): ";

const login: Flow = {
  name: "login",
  async prepare({ daemon }) {
    return { words: ["login", "--key", "--url", daemon.url], env: {}, home: newHome() };
  },
  stages: [
    {
      shows: /API key for http:\S+ \(hidden\):/,
      next: ({ daemon }, screen) => screen.type(`${daemon.key}\r`),
    },
  ],
  code: 0,
  leaves: /profile +default\n.*\nkey +wp_…\w{4}\nSaved in/,
  asksFirst: 1,
  piped: {
    stdin: (site) => `${site.daemon.key}\n`,
    code: 0,
    stdout: /^profile\tdefault\nurl\thttp:\S+\nkey\twp_…\w{4}\n$/,
    closed: { code: 2, says: /no API key was given/ },
  },
  async expired(site, prepared) {
    const key = await expiredKey(site);
    return { prepared, stages: [{ shows: HIDDEN, next: `${key}\r` }], stdin: key, says: "is not valid at" };
  },
};

const loginAsUser: Flow = {
  name: "login --email",
  async prepare(site) {
    const { email } = await newUser(site);
    return { words: ["login", "--email", email, "--url", site.daemon.url], env: {}, home: newHome() };
  },
  stages: [{ shows: /Password of \S+@example\.com at [\s\S]+ \(hidden\):/, next: `${PASSWORD}\r` }],
  code: 0,
  leaves: /email +\S+@example\.com\nSaved in/,
  asksFirst: 1,
  piped: {
    stdin: () => `${PASSWORD}\n`,
    code: 0,
    stdout: /^profile\tdefault\nurl\t\S+\nemail\t\S+@example\.com\n$/,
    closed: { code: 2, says: /no password was given/ },
  },
  async expired(_, prepared) {
    const stages = [{ shows: HIDDEN, next: "an old password\r" }];
    return { prepared, stages, stdin: "an old password", says: "waypostd users reset" };
  },
};

const accept: Flow = {
  name: "users accept",
  async prepare(site) {
    const { token } = await invite(site);
    return {
      words: ["users", "accept", "--name", "Ben", "--url", site.daemon.url],
      // For the flow's own input: no variable of the CLI's.
      env: { TYPED: token },
      home: newHome(),
    };
  },
  stages: [
    {
      shows: /Token of the invitation \(hidden\):/,
      next: (_, screen, { env }) => screen.type(`${env.TYPED}\r`),
    },
    { shows: /A password of your own \(hidden\):/, next: `${PASSWORD}\r` },
  ],
  code: 0,
  leaves: /email +\S+@example\.com\nSaved in/,
  asksFirst: 2,
  piped: {
    stdin: (_, { env }) => `${env.TYPED}\n${PASSWORD}\n`,
    code: 0,
    stdout: /^profile\tdefault\nurl\t\S+\nemail\t\S+@example\.com\n$/,
    closed: { code: 2, says: /no token was given/ },
  },
  async expired(site, prepared) {
    await site.daemon.sql`update user_tokens set expires_at = now() - interval '1 hour'`;
    return { prepared, says: "has expired" };
  },
};

const changePassword: Flow = {
  name: "password change",
  async prepare(site) {
    const { home } = await newUser(site);
    return { words: ["password", "change"], env: {}, home };
  },
  stages: [
    { shows: /Present password \(hidden\):/, next: `${PASSWORD}\r` },
    { shows: /New password \(hidden\):/, next: "another horse\r" },
  ],
  code: 0,
  leaves: /Changed\./,
  asksFirst: 2,
  piped: {
    stdin: () => `${PASSWORD}\nanother horse\n`,
    code: 0,
    stdout: /^$/,
    closed: { code: 2, says: /no password was given/ },
  },
  async expired({ daemon }, prepared) {
    await daemon.sql`delete from login_sessions`;
    return { prepared, says: "waypost login --email" };
  },
};

export const accessFlows = [login, loginAsUser, accept, changePassword];

/** A key whose time is over. */
export async function expiredKey({ daemon }: Site): Promise<string> {
  const key = await makeKey(daemon, ["*"]);
  await daemon.sql`
    update api_keys set expires_at = now() - interval '1 hour' where last4 = ${key.slice(-4)}`;
  return key;
}

/** The refusal of every command whose key has expired. */
export async function withExpiredKey(site: Site, prepared: Prepared) {
  const env = { ...prepared.env, WAYPOST_API_KEY: await expiredKey(site) };
  return { prepared: { ...prepared, env }, stages: [], says: "is not valid at" };
}

async function invite({ daemon }: Site): Promise<{ email: string; token: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role: "agent" });
  return { email, token: body.token };
}

/** Somebody who is logged in in a home of their own. */
async function newUser(site: Site): Promise<{ email: string; home: string }> {
  const { email, token } = await invite(site);
  const { url } = site.daemon;
  const response = await fetch(`${url}/v1/auth/invitations/accept`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, name: "Ada", password: PASSWORD }),
  });
  const session = /waypost_session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
  const home = newHome();
  const file = { current: "default", profiles: { default: { url, email, token: session } } };
  await Bun.write(`${home}/.config/waypost/config.json`, JSON.stringify(file));
  return { email, home };
}
