/** What a page asks the API for, by its routes. Changes of one thing are made of a thing that is not there. */
import type { Page, Request } from "playwright-core";
import type { ApiDocument } from "../../http/openapi-document.ts";
import { until } from "../../support/until.ts";

/** Ids as paths have them. */
const ID = /^([a-z]{2,4}_[\w-]{20,}|[0-9a-f]{8}-[0-9a-f-]{27})$/;
/** These stay open. */
const ENDLESS = /\/v1\/\S+\/stream|[?&]wait=/;

const DRAWN = "new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))";
/** React shows what was loaded for a part of the page 300 ms after the part's place was empty, at the earliest. */
const PARTS_DRAWN = "new Promise((drawn) => setTimeout(drawn, 400))";

export type Traffic = {
  /** The routes that were asked, such as `GET /v1/contacts/{id}`. */
  asked: ReadonlySet<string>;
  /** What was refused because a permission is missing. */
  refused: readonly string[];
  /** What was asked in a query that the route does not have, and which the API therefore passed over. */
  unknown: ReadonlySet<string>;
  /** Waits until everything that was asked is answered, and drawn. */
  settled(): Promise<void>;
};

export async function watchTraffic(page: Page, { paths }: ApiDocument): Promise<Traffic> {
  const asked = new Set<string>();
  const refused: string[] = [];
  const unknown = new Set<string>();
  const open = new Set<Request>();
  const routeOf = (method: string, path: string) => `${method} ${templateOf(Object.keys(paths), path)}`;
  await page.route("**/v1/**", async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const name = routeOf(request.method(), url.pathname);
    asked.add(name);
    for (const query of url.searchParams.keys())
      if (!hasQuery(paths, name, query)) unknown.add(`${name}: ${query}`);
    if (request.method() === "GET") return route.fallback();
    url.pathname = url.pathname
      .split("/")
      .map((part) => (ID.test(part) ? "none_0" : part))
      .join("/");
    await route.fallback({ url: url.href });
  });
  page.on("request", (request) => !ENDLESS.test(request.url()) && open.add(request));
  page.on("requestfailed", (request) => open.delete(request));
  page.on("requestfinished", (request) => open.delete(request));
  let hasNewParts = false;
  page.on("request", (request) => {
    if (request.resourceType() === "script") hasNewParts = true;
  });
  // the browser asks for these itself
  page.on("download", (file) => asked.add(routeOf("GET", new URL(file.url()).pathname)));
  page.on("response", async (response) => {
    if (response.status() !== 403) return;
    const { code } = await response.json();
    const { pathname } = new URL(response.url());
    const route = routeOf(response.request().method(), pathname);
    if (code === "missing_permission") refused.push(`${route} from ${page.url()}`);
  });
  return {
    ...{ asked, refused, unknown },
    async settled() {
      // what is asked because of an answer comes after it is drawn
      do {
        await until(() => open.size === 0);
        await page.evaluate(hasNewParts ? PARTS_DRAWN : DRAWN);
        hasNewParts = false;
      } while (open.size > 0);
    },
  };
}

/** Whether a route has a query of this name. */
function hasQuery(paths: ApiDocument["paths"], route: string, query: string): boolean {
  const [method = "", path = ""] = route.split(" ");
  const parameters = paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  return parameters.some((one) => one.in === "query" && one.name === query);
}

/** The path of the document that an address is of; the one with the fewest parameters, as the daemon reads it. */
function templateOf(paths: readonly string[], path: string): string {
  const fitting = paths.filter((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  const parameters = (template: string) => template.split("{").length;
  return fitting.toSorted((one, other) => parameters(one) - parameters(other))[0] ?? path;
}
