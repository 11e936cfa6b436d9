/** A certified OpenID provider (`oidc-provider`) on loopback, at which whoever is named logs in without a form. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import Provider, { type Configuration } from "oidc-provider";

/** Somebody who has an account there. */
export type Person = {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
};

/** What is altered of an ID token before it is signed; `foreign` signs it with a key that says it is the provider's. */
export type Altered = { claims?: JWTPayload; header?: { alg: string; kid?: string }; foreign?: boolean };

export const CLIENT = { id: "waypost", secret: "a secret of the client that nobody guesses" };

/** The provider, as tests turn it. */
export type TestProvider = {
  issuer: string;
  /** Who logs in next. */
  person: Person;
  /** What its ID tokens say instead; null is the truth. */
  altered: Altered | null;
  /** Starts it for a single client, which it sends people back to at `redirectUri`. */
  start(redirectUri: string): Promise<void>;
  /** Signs claims as the provider does, such as a logout token's. */
  sign(claims: JWTPayload, header?: Record<string, string>): Promise<string>;
  /** Goes on with a new key in place of the one before. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
};

/** One that is not there yet. */
export function createProvider(): TestProvider {
  let key: Key;
  let server: Server;
  let redirect = "";
  let handle: ReturnType<Provider["callback"]>;
  const provider: TestProvider = {
    issuer: "",
    person: { sub: "ada", email: "ada@example.com", email_verified: true },
    altered: null,
    async start(redirectUri) {
      redirect = redirectUri;
      server = createServer((request, response) => void handle(request, response));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await provider.rotate();
    },
    sign: (claims, header) => sign(key, claims, header),
    async rotate() {
      key = await newKey();
      handle = handlerOf(provider, key, redirect);
    },
    stop: () => closed(server),
  };
  return provider;
}

type Key = { jwk: JWK & { kid: string }; privateKey: CryptoKey };

async function newKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: "RS256", use: "sig" };
  return { jwk, privateKey };
}

async function sign({ jwk, privateKey }: Key, claims: JWTPayload, header = {}): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: jwk.kid, ...header })
    .sign(privateKey);
}

function handlerOf(provider: TestProvider, key: Key, redirectUri: string) {
  const made = new Provider(provider.issuer, configurationOf(provider, key, redirectUri));
  made.use(async (context, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(context.path)?.[1];
    if (uid !== undefined) {
      const login = { login: { accountId: provider.person.sub } };
      context.respond = false;
      return await made.interactionFinished(context.req, context.res, login);
    }
    await next();
    if (context.path !== "/token" || provider.altered === null) return;
    const body = context.body as { id_token?: string };
    if (body.id_token !== undefined) body.id_token = await altered(key, body.id_token, provider.altered);
  });
  return made.callback();
}

async function altered(key: Key, token: string, { claims = {}, header, foreign }: Altered): Promise<string> {
  const [, payload = ""] = token.split(".");
  const all = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...claims };
  const signing = foreign === true ? { ...(await newKey()), jwk: key.jwk } : key;
  if (header?.alg !== "none") return await sign(signing, all, header);
  const encoded = [header, all].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return `${encoded.join(".")}.`;
}

function configurationOf(provider: TestProvider, key: Key, redirectUri: string): Configuration {
  return {
    jwks: { keys: [key.jwk as never] },
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub", "sid"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    cookies: { keys: ["a key of the cookies"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...provider.person, sub }) }),
    // everybody agrees to everything
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
