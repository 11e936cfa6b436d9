import { localhostAllowedOrigins, validateOriginHeader } from "@modelcontextprotocol/server";
import { problem } from "../http/problem.ts";

/**
 * Throws 403 for a request of a browser's page that is not this daemon's: a name that leads here may be anybody's
 * (Model Context Protocol, Streamable HTTP, security: DNS rebinding). Other programs send no `Origin`.
 */
export function refuseForeignOrigin({ headers }: Request, publicUrl: string | undefined): void {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  if (validateOriginHeader(headers.get("origin"), [...own, ...localhostAllowedOrigins()]).ok) return;
  throw problem(
    403,
    "foreign_origin",
    "requests of web pages have to come from this host; see WAYPOST_PUBLIC_URL",
    {
      headers: { vary: "Origin" },
    },
  );
}
