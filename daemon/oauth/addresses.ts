import type { SenderReader } from "../http/sender.ts";

/** Where programs find this installation, whichever daemon answers. */
export type Addresses = {
  /** Who gives access, without a slash at the end (RFC 8414, 2). */
  issuer: string;
  /** What access is given to (RFC 9728, 1.2). */
  resource: string;
  /** What describes that. */
  resourceMetadata: string;
};

/** What a program that asks for nothing in particular gets asked for: enough to read and to answer. */
export const DEFAULT_SCOPES = ["channels:read", "messages:read", "messages:send", "contacts:read"] as const;

export type AddressReader = (request: Request) => Addresses;

/** Reads the addresses below the public URL; without one, they are below that of the request. */
export function createAddressReader(senderOf: SenderReader, publicUrl: string | undefined): AddressReader {
  return (request) => {
    const { isSecure } = senderOf(request, null);
    const asked = `${isSecure ? "https" : "http"}://${new URL(request.url).host}`;
    const issuer = (publicUrl ?? asked).replace(/\/+$/, "");
    return {
      issuer,
      resource: `${issuer}/mcp`,
      resourceMetadata: `${issuer}/.well-known/oauth-protected-resource/mcp`,
    };
  };
}
