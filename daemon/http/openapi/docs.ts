import { Elysia } from "elysia";
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerBundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { VERSION } from "../../lib/version.ts";
import { PAGE, SCRIPT, STYLE } from "./docs-page.ts";
import { createDocument, type DocumentParts } from "./document.ts";

/**
 * `/openapi.json` and `/docs`. The page and all it loads are served by the
 * daemon, so that it renders without the internet.
 */
export function docsRoutes(parts: DocumentParts) {
  let document: string | null = null;
  const hidden = { detail: { hide: true } };
  return new Elysia()
    .get(
      "/openapi.json",
      () => {
        document ??= JSON.stringify(createDocument(parts));
        return secured(document, "application/json", "no-cache");
      },
      hidden,
    )
    .get("/docs", () => secured(PAGE, "text/html; charset=utf-8", "no-cache"), hidden)
    .get(`/docs/${VERSION}/start.js`, () => asset(SCRIPT, "text/javascript"), hidden)
    .get(`/docs/${VERSION}/waypost.css`, () => asset(STYLE, "text/css"), hidden)
    .get(`/docs/${VERSION}/swagger.js`, () => asset(Bun.file(swaggerBundle), "text/javascript"), hidden)
    .get(`/docs/${VERSION}/swagger.css`, () => asset(Bun.file(swaggerStyle), "text/css"), hidden);
}

/** The version is part of an asset's address: it may be kept. */
function asset(body: string | Blob, type: string): Response {
  return secured(body, `${type}; charset=utf-8`, "public, max-age=31536000, immutable");
}

/** Swagger UI draws its icons from `data:` addresses and sets styles on its elements. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function secured(body: string | Blob, type: string, caching: string): Response {
  return new Response(body, {
    headers: {
      "content-type": type,
      "cache-control": caching,
      "content-security-policy": POLICY,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  });
}
