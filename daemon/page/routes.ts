import { extname } from "node:path";
import { gunzipSync } from "node:zlib";
import { Elysia } from "elysia";
import { acceptedEncoding } from "../docs/accepted-encoding.ts";
import { withRelativeAddresses } from "../docs/relative.ts";
import type { DescribedRoute } from "../http/openapi/openapi.ts";
import { problem } from "../http/problem.ts";
import { unknownRoute } from "../http/unknown-route.ts";
import { type PageFile, WORKER_FILE } from "./bundle.ts";
import { askedLanguage } from "./languages/asked.ts";
import { textsIn } from "./languages/texts.ts";
import { FILES, shellHeaders, shellPage } from "./shell.ts";
import { type MetaSignup, signupUrl } from "./signup.ts";
import { currentBundle } from "./source.ts";

export type PageDependencies = {
  routes: () => readonly DescribedRoute[];
  shell: (request: Request) => Promise<Response>;
};

/** Where the document is served: at whatever path is nothing else, which therefore is no path of the API. */
const ROOT = "/";
const ANYWHERE = "/*";

/** Whether a route's path is one of the document's. */
export function isPagePath(path: string): boolean {
  return path === ROOT || path === ANYWHERE;
}

const hidden = { detail: { hide: true } };

/**
 * The page: its document, for requests for HTML at every path that has no other route, and its files, which never
 * change under their names.
 */
export function pageRoutes({ routes, shell }: PageDependencies) {
  return new Elysia()
    .get(
      `${FILES}/:file`,
      async ({ request, params }) => {
        const { files } = await currentBundle();
        const file = Object.hasOwn(files, params.file) ? files[params.file] : undefined;
        if (file === undefined) throw problem(404, "not_found", "the page has no such file; load it again");
        return await fileResponse(request, params.file, file);
      },
      hidden,
    )
    .get(
      `/${WORKER_FILE}`,
      async ({ request }) => {
        const file = (await currentBundle()).files[WORKER_FILE];
        if (file === undefined) throw unknownRoute(routes(), request);
        const response = await fileResponse(request, WORKER_FILE, file);
        // browsers ask for it again, and it has no other name then
        response.headers.set("cache-control", "no-cache");
        response.headers.delete("etag");
        return response;
      },
      hidden,
    )
    .get(
      ROOT,
      ({ request }) => {
        if (!asksForPage(request, "*/*")) throw unknownRoute(routes(), request);
        return shell(request);
      },
      hidden,
    )
    .get(
      ANYWHERE,
      ({ request }) => {
        if (!asksForPage(request) || isApi(request)) throw unknownRoute(routes(), request);
        return shell(request);
      },
      hidden,
    );
}

/** The document as a response; `plain` is where browsers without JavaScript are led instead. */
export function createShell(settings: MetaSignup & { sandbox: boolean }) {
  return async (request: Request, plain?: string): Promise<Response> => {
    const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString("base64url");
    const { pathname } = new URL(request.url);
    const language = askedLanguage(request);
    const page = shellPage({
      bundle: await currentBundle(),
      nonce,
      isSandbox: settings.sandbox,
      signup: signupUrl(settings),
      language,
      needsScript: (await textsIn(language)).LINK.needsScript,
      isFirst: pathname === ROOT,
      plain,
    });
    return new Response(withRelativeAddresses(page, pathname), { headers: shellHeaders(nonce) });
  };
}

/** Browsers that go to a page name HTML; programs name JSON, or anything. */
export function asksForPage({ headers }: Request, otherwise = ""): boolean {
  const accepts = headers.get("accept") ?? "*/*";
  return accepts.includes("text/html") || (otherwise !== "" && accepts.includes(otherwise));
}

function isApi({ url }: Request): boolean {
  return new URL(url).pathname.startsWith("/v1/");
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

async function fileResponse(request: Request, name: string, file: PageFile): Promise<Response> {
  const etag = `"${name}"`;
  const kept = {
    etag,
    vary: "Accept-Encoding",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers: kept });
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  const encoding = acceptedEncoding(request, ["br", "gzip"]);
  if (encoding !== null)
    return new Response(file[encoding], {
      headers: { ...kept, "content-type": type, "content-encoding": encoding },
    });
  const whole = gunzipSync(await file.gzip.bytes());
  return new Response(whole, { headers: { ...kept, "content-type": type } });
}
