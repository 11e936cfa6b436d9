/** A program of an agent, as the SDK's clients of both lines take it, and its user's answer by the API. */
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { UnauthorizedError as OldUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Answer, caller } from "../support/daemon.ts";

export const CALLBACK = "http://127.0.0.1:39999/callback";
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
export const GUARD = { recipients: "answered", messages_per_hour: 30 };
const WHO = { name: "test", version: "1.0.0" };

/** What a program keeps; `asked` is where its user is to go. */
type Kept = { client?: object; tokens?: object; discovery?: object; verifier?: string; asked?: URL };
export type Program = { provider: OAuthClientProvider; kept: Kept };

/** A program that keeps what it gets in memory, and its user's address instead of opening a browser. */
export function newProgram(name = "Test agent", callback = CALLBACK): Program {
  const kept: Kept = {};
  const keep = (what: keyof Kept) => (value: unknown) => {
    Object.assign(kept, { [what]: value });
  };
  const provider = {
    redirectUrl: callback,
    clientMetadata: { client_name: name, redirect_uris: [callback], token_endpoint_auth_method: "none" },
    state: () => "some state",
    clientInformation: () => kept.client,
    saveClientInformation: keep("client"),
    tokens: () => kept.tokens,
    saveTokens: keep("tokens"),
    redirectToAuthorization: keep("asked"),
    saveCodeVerifier: keep("verifier"),
    codeVerifier: () => kept.verifier ?? "",
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep("discovery"),
    invalidateCredentials(what: string) {
      if (what === "tokens") delete kept.tokens;
    },
  };
  return { provider: provider as unknown as OAuthClientProvider, kept };
}

/** Both lines of the SDK: each connects a client, or has its program's user asked first and takes the answer. */
export const LINES = [
  {
    line: "of 2026-07-28",
    async connect(url: string, { provider, kept }: Program, answered?: URLSearchParams) {
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider });
      if (answered !== undefined) return await transport.finishAuth(answered);
      const client = new Client(WHO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      await client.connect(transport).catch((cause) => {
        if (!(cause instanceof UnauthorizedError) || kept.tokens !== undefined) throw cause;
      });
      return client;
    },
  },
  {
    line: "before it",
    async connect(url: string, { provider, kept }: Program, answered?: URLSearchParams) {
      const options = { authProvider: provider as never };
      const transport = new OldTransport(new URL(`${url}/mcp`), options);
      if (answered !== undefined) return await transport.finishAuth(answered.get("code") ?? "");
      const client = new OldClient(WHO);
      await client.connect(transport as never).catch((cause) => {
        if (!(cause instanceof OldUnauthorized) || kept.tokens !== undefined) throw cause;
      });
      return client;
    },
  },
] as const;

/** The answer of somebody with a key or a login, by the API: where the browser is sent with it. */
export async function answer(url: string, by: string, asked: URL, given: object = {}): Promise<Answer> {
  const body = {
    ...Object.fromEntries(asked.searchParams),
    ...{ answer: "approve", permissions: ["channels:read", "messages:send"], agent: GUARD },
    ...given,
  };
  const headers = by.startsWith("wps_") ? { authorization: `Bearer ${by}` } : { "x-api-key": by };
  return await caller(url, null)("POST", "/v1/auth/oauth/answer", body, headers);
}

/** Asks by hand: registered, with a verifier that the test knows. */
export async function ask(url: string, resource = `${url}/mcp`) {
  const registered = await caller(url, null)("POST", "/oauth/register", {
    client_name: "By hand",
    redirect_uris: [CALLBACK],
  });
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  const asked = new URL(`${url}/consent`);
  asked.search = String(
    new URLSearchParams({
      client_id: registered.body.client_id,
      redirect_uri: CALLBACK,
      response_type: "code",
      code_challenge: new Bun.CryptoHasher("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource,
    }),
  );
  return { asked, clientId: registered.body.client_id as string, verifier };
}

/** A request to the token endpoint, as a form. */
export async function fetchToken(url: string, fields: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${url}/oauth/token`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Asked, allowed and fetched by hand. */
export async function allowed(url: string, by: string, given: object = {}) {
  const { asked, clientId, verifier } = await ask(url);
  const answered = await answer(url, by, asked, given);
  const code = new URL(answered.body.redirect_to).searchParams.get("code") ?? "";
  const fields = { grant_type: "authorization_code", client_id: clientId, redirect_uri: CALLBACK };
  const fetchKey = (other: Record<string, string> = {}) =>
    fetchToken(url, { ...fields, code, code_verifier: verifier, ...other });
  const refresh = (refresh_token: string, other: Record<string, string> = {}) =>
    fetchToken(url, { grant_type: "refresh_token", client_id: clientId, refresh_token, ...other });
  return { fetchKey, refresh, clientId };
}
