import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerBundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { VERSION } from "../version.ts";

const ASSETS = "/docs/assets";

/**
 * `/openapi.json` and `/docs`. The page and all it loads are served by the
 * daemon, so that it renders without the internet.
 */
export function docsRoutes() {
  return new Elysia()
    .use(
      swagger({
        path: "/openapi",
        specPath: "/openapi.json",
        excludeStaticFile: true,
        exclude: [/^\/docs/, /^\/openapi/],
        documentation: {
          openapi: "3.0.3",
          info: {
            title: "Waypost",
            version: VERSION,
            description:
              "WhatsApp messaging over official and QR-paired numbers. Every answer to an error is a problem (RFC 9457).",
          },
          components: { securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
        },
      }),
    )
    .get("/docs", () => new Response(PAGE, { headers: { "content-type": "text/html; charset=utf-8" } }), {
      detail: { hide: true },
    })
    .get(`${ASSETS}/bundle.js`, () => asset(swaggerBundle, "text/javascript"), { detail: { hide: true } })
    .get(`${ASSETS}/style.css`, () => asset(swaggerStyle, "text/css"), { detail: { hide: true } });
}

function asset(path: string, type: string): Response {
  return new Response(Bun.file(path), {
    headers: { "content-type": type, "cache-control": "public, max-age=86400" },
  });
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Waypost API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${ASSETS}/style.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="${ASSETS}/bundle.js"></script>
    <script>
      SwaggerUIBundle({ url: "/openapi.json", dom_id: "#docs", deepLinking: true, tryItOutEnabled: true });
    </script>
  </body>
</html>
`;
