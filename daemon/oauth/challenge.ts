import { pathOf } from "../http/address.ts";
import type { Guard } from "../http/caller.ts";
import { Problem } from "../http/problem.ts";
import { type AddressReader, DEFAULT_SCOPES } from "./addresses.ts";

/** The guard, whose refusals lead programs that call `/mcp` to where they can log in (RFC 9728, 5.1). */
export function challenging(guard: Guard, addressesOf: AddressReader): Guard {
  return {
    ...guard,
    async require(request, permission, from) {
      try {
        return await guard.require(request, permission, from);
      } catch (cause) {
        if (!(cause instanceof Problem) || cause.status !== 401 || pathOf(request.url) !== "/mcp")
          throw cause;
        const { status, code, detail, extras } = cause;
        const { resourceMetadata } = addressesOf(request);
        const challenge = `Bearer resource_metadata="${resourceMetadata}", scope="${DEFAULT_SCOPES.join(" ")}"`;
        throw new Problem(status, code, detail, {
          ...extras,
          headers: { ...extras.headers, "www-authenticate": challenge },
        });
      }
    },
  };
}
