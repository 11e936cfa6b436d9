import { VERSION } from "../../lib/version.ts";

/** The documentation page; its policy forbids scripts within it. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light">
    <title>Waypost API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/${VERSION}/swagger.css">
    <link rel="stylesheet" href="/docs/${VERSION}/waypost.css">
  </head>
  <body>
    <header><strong>Waypost</strong> <span>HTTP API ${VERSION}</span> <a href="/openapi.json">openapi.json</a></header>
    <main id="docs"><noscript>This page needs JavaScript; the same is in <a href="/openapi.json">openapi.json</a>.</noscript></main>
    <script src="/docs/${VERSION}/swagger.js"></script>
    <script src="/docs/${VERSION}/start.js"></script>
  </body>
</html>
`;

/** Shows the document in the page. Names its own validator's address as none, so that nothing is sent there. */
export const SCRIPT = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  filter: true,
  syntaxHighlight: { theme: "nord" },
  validatorUrl: null,
});
`;

/** Our colours and more calm, over those of Swagger UI. */
export const STYLE = `:root { --ink: #1c2733; --line: #d9e1e8; --accent: #0b7a5c; --quiet: #5b6b7a; }
body { margin: 0; background: #fff; color: var(--ink); font-family: system-ui, sans-serif; }
header { display: flex; gap: 0.75rem; align-items: baseline; padding: 0.9rem 1.5rem; border-bottom: 1px solid var(--line); }
header strong { color: var(--accent); font-size: 1.15rem; }
header span { color: var(--quiet); }
header a { margin-left: auto; color: var(--accent); }
main { max-width: 75rem; margin: 0 auto; padding: 0 1rem 4rem; }
.swagger-ui { color: var(--ink); font-family: inherit; }
.swagger-ui .info { margin: 1.75rem 0; }
.swagger-ui .info .title { font-size: 1.6rem; color: var(--ink); font-family: inherit; }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small { background: var(--accent); }
.swagger-ui .info li, .swagger-ui .info p, .swagger-ui .info a, .swagger-ui .opblock-tag,
.swagger-ui .opblock-tag small, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .opblock-description-wrapper p, .swagger-ui .btn, .swagger-ui table thead tr th { font-family: inherit; }
.swagger-ui .info a { color: var(--accent); }
.swagger-ui .info hgroup.main a, .swagger-ui .servers-title, .swagger-ui .servers { display: none; }
.swagger-ui .scheme-container { box-shadow: none; border-bottom: 1px solid var(--line); padding: 0 0 1rem; margin: 0 0 1rem; }
.swagger-ui .opblock-tag { font-size: 1.15rem; border-color: var(--line); }
.swagger-ui .opblock { box-shadow: none; border-radius: 6px; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 4px; min-width: 5rem; padding: 0.3rem 0; }
.swagger-ui .opblock.opblock-post { border-color: #bfe3d7; background: #f3faf7; }
.swagger-ui .opblock.opblock-post .opblock-summary { border-color: #bfe3d7; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--accent); }
.swagger-ui .opblock.opblock-get { border-color: #c9d9ea; background: #f5f9fd; }
.swagger-ui .opblock.opblock-get .opblock-summary { border-color: #c9d9ea; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #2f6fab; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { background: #eef2f5; color: var(--ink); font-weight: 500; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .btn.authorize { color: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
`;
