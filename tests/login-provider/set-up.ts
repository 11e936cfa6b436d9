/** A daemon with an organisation whose people log in by a provider on loopback. */
import { afterAll, beforeAll } from "bun:test";
import type { Answer, OwnDaemon } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { newBrowser, type Shown, type TestBrowser } from "./browser.ts";
import { CLIENT, createProvider, type Person, type TestProvider } from "./provider.ts";

export type ForTests = {
  daemon: OwnDaemon;
  provider: TestProvider;
  /** Changes the organisation's login provider. */
  set(changes: object): Promise<Answer>;
  /** Logs the provider's person in with a new browser, or the given one. */
  logIn(browser?: TestBrowser): Promise<{ browser: TestBrowser; shown: Shown }>;
  /** Who a browser is logged in as. */
  me(browser: TestBrowser): Promise<Answer["body"]>;
};

/** There from the first hook on that the file adds itself; roles are those of `ROLES`. */
export function providerForTests(): ForTests {
  const daemon = ownDaemon();
  const provider = createProvider();
  const set = (changes: object) => daemon.call("PATCH", "/v1/settings/login-provider", changes);
  beforeAll(async () => {
    await provider.start(`${daemon.url}/login/oidc/callback`);
    const answer = await set(settingsFor(provider));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  });
  afterAll(() => provider.stop());
  return {
    ...{ daemon, provider, set },
    async logIn(browser = newBrowser()) {
      return { browser, shown: await browser.go(`${daemon.url}/login/oidc/start`) };
    },
    async me(browser) {
      const headers = { cookie: browser.cookies(daemon.url) };
      return await (await fetch(`${daemon.url}/v1/auth/me`, { headers })).json();
    },
  };
}

/** What the organisation says of the provider. */
export function settingsFor({ issuer }: Pick<TestProvider, "issuer">) {
  return {
    ...{ name: "Blue Door", issuer, client_id: CLIENT.id, client_secret: CLIENT.secret },
    ...{ domains: ["example.com"], groups_claim: "groups", default_role: null },
    roles: { owners: "owner", support: "agent", readers: "viewer" },
  };
}

/** Somebody new, in these groups. */
export function newPerson(groups: string[], rest: Partial<Person> = {}): Person {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@example.com`, email_verified: true, groups, ...rest };
}
