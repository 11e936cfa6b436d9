import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from "openid-client";
import type { LoginProviderRow } from "../../db/auth/login-providers.ts";
import type { EgressGuard } from "../egress/guard.ts";
import type { Poster } from "../egress/post.ts";
import { EgressRefused } from "../egress/refused.ts";
import { setNewest } from "../lib/bounded.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { createProviderFetch, Unreachable } from "./fetch.ts";
import { clientSecretContext } from "./provider.ts";

/** How far a provider's clock may be from ours. */
export const SKEW_SECONDS = 60;
const CACHE_MS = 300_000;
const CACHE_SIZE = 100;

/** Reaches providers. */
export type Connections = {
  /** What a provider says of itself. Throws `Unreachable` when it does not, or names another issuer. */
  discover(issuer: string): Promise<ServerMetadata>;
  /** A client of a provider, which reads its keys anew. Throws as `discover` does. */
  clientOf(provider: LoginProviderRow): Promise<Configuration>;
  fetch: ReturnType<typeof createProviderFetch>;
};

type ConnectionDependencies = { guard: EgressGuard; poster: Poster; secrets: Secrets };

/** Keeps what providers say of themselves for five minutes. */
export function createConnections({ guard, poster, secrets }: ConnectionDependencies): Connections {
  const fetch = createProviderFetch(poster);
  const known = new Map<string, { metadata: ServerMetadata; until: number }>();

  async function discover(issuer: string): Promise<ServerMetadata> {
    try {
      guard.checkText(issuer);
      // whether plain http may be used is the guard's to say
      const options = { execute: [allowInsecureRequests], [customFetch]: fetch };
      return (await discovery(new URL(issuer), "-", {}, undefined, options)).serverMetadata();
    } catch (cause) {
      throw new Unreachable(reasonOf(cause, issuer), { cause });
    }
  }

  async function metadataOf(issuer: string): Promise<ServerMetadata> {
    const found = known.get(issuer);
    if (found !== undefined && found.until > Date.now()) return found.metadata;
    const metadata = await discover(issuer);
    setNewest(known, issuer, { metadata, until: Date.now() + CACHE_MS }, CACHE_SIZE);
    return metadata;
  }

  return {
    fetch,
    discover,
    async clientOf({ organization_id, issuer, client_id, client_secret }) {
      const secret = secrets.decrypt(client_secret, clientSecretContext(organization_id));
      const metadata = await metadataOf(issuer);
      const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
      const isBasic = methods.includes("client_secret_basic");
      const authentication = isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
      const tolerant = { [clockTolerance]: SKEW_SECONDS };
      const client = new Configuration(metadata, client_id, tolerant, authentication);
      allowInsecureRequests(client);
      // checks the ID token's signature, though it comes over TLS
      enableNonRepudiationChecks(client);
      client[customFetch] = fetch;
      return client;
    },
  };
}

function reasonOf(cause: unknown, issuer: string): string {
  if (cause instanceof EgressRefused) return cause.message;
  const { code, cause: inner } = cause as Error & { code?: string };
  if (inner instanceof Unreachable) return `${issuer} can't be reached: ${inner.message}`;
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    return `what is there calls itself another issuer than ${issuer}: write it exactly as the provider does`;
  if (code?.startsWith("OAUTH_")) return `${issuer}/.well-known/openid-configuration describes no provider`;
  return `${issuer} is no address of a provider`;
}
