import { Elysia } from "elysia";
import { isSameOrigin } from "../auth/cookie.ts";
import { originOf } from "../auth/login-routes.ts";
import { pageResponse } from "../docs/form-page.ts";
import { Problem } from "../http/problem.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { approve, find, refuse } from "./answer.ts";
import { readUserCode } from "./codes.ts";
import { approvalPage, codePage, endPage } from "./page.ts";
import { type SignInDependencies, signIn } from "./sign-in.ts";

export type DevicePageDependencies = SignInDependencies & {
  senderOf: SenderReader;
  /** The page, for browsers; without JavaScript, it leads to the address `plain`. Null for other clients. */
  pageFor: (request: Request, plain: string) => Promise<Response> | null;
};

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Code = Type.Object({ user_code: text(64) });
const Begin = Type.Object({ user_code: text(64), plain: text(16) });
const Answer = Type.Object({
  ...{ user_code: text(64), answer: text(16) },
  ...{ email: text(256), password: text(256), key: text(256) },
});
const hidden = { detail: { hide: true } };

/**
 * `/device`: where somebody who may create keys types a terminal's code and allows it a key. Browsers get it as a view of
 * the page; these forms are for those without JavaScript. They keep no cookie: every answer brings its own credentials,
 * so there is no login that another site's form could use.
 */
export function devicePageRoutes(http: Http, dependencies: DevicePageDependencies) {
  const { senderOf, pageFor } = dependencies;
  return new Elysia()
    .use(http)
    .get(
      "/device",
      ({ query: { user_code: typed = "", plain }, request }) => {
        const code = readUserCode(typed) ?? "";
        const page = plain === undefined ? pageFor(request, `?plain=yes&user_code=${code}`) : null;
        return page ?? pageResponse(request, codePage(code), 200, { vary: "Accept" });
      },
      { ...hidden, query: Begin },
    )
    .post(
      "/device",
      async ({ body, request, server }) => {
        const typed = body.user_code ?? "";
        return await shown(
          request,
          (complaint) => codePage(typed, complaint),
          async () => {
            const { code, login } = await find(dependencies, typed, senderOf(request, server));
            return approvalPage(code, login);
          },
        );
      },
      { ...hidden, takes: "form", body: Code },
    )
    .post(
      "/device/answer",
      async ({ body, request, server, set }) => {
        const { user_code: typed = "", answer, email = "", password = "", key = "" } = body;
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        return await shown(
          request,
          (complaint) => codePage(typed, complaint),
          async () => {
            const { code, login } = await find(dependencies, typed, origin);
            if (answer !== "approve") {
              await refuse(dependencies, code);
              return endPage("Refused", "The terminal gets no key. You can close this page.");
            }
            const again = (complaint: string) => approvalPage(code, login, complaint);
            return await shown(request, again, async () => {
              const credentials = { email: email.trim(), password, key: key.trim() };
              await approve(dependencies, code, login, await signIn(dependencies, credentials, origin));
              return endPage("Allowed", `Go back to the terminal on ${login.host}. You can close this page.`);
            });
          },
        );
      },
      { ...hidden, takes: "form", body: Answer },
    );
}

/** The page that the work makes; what it refuses is shown as a complaint on the page before. */
async function shown(
  request: Request,
  before: (complaint: string) => string,
  work: () => Promise<string | Response>,
): Promise<Response> {
  if (!isSameOrigin(request))
    return pageResponse(request, endPage("Not from here", "This form was sent by another site."), 403);
  try {
    const made = await work();
    return typeof made === "string" ? pageResponse(request, made) : made;
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.status >= 500) throw cause;
    return pageResponse(request, before(sentence(cause)), cause.status, cause.extras.headers);
  }
}

function sentence({ detail, code }: Problem): string {
  if (code === "unauthorized") return "Wrong email address, password or API key.";
  if (code === "missing_permission" && !detail.includes("can't"))
    return "This user or key may not create keys (keys:manage). Ask somebody who may.";
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
