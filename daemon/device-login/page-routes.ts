import { Elysia } from "elysia";
import { isSameOrigin } from "../auth/cookie.ts";
import { originOf } from "../auth/login-routes.ts";
import { pageResponse } from "../docs/form-page.ts";
import { Problem } from "../http/problem.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { askedLanguage } from "../page/languages/asked.ts";
import { refusalIn } from "../page/languages/refusal.ts";
import { textsIn } from "../page/languages/texts.ts";
import { approve, find, refuse } from "./answer.ts";
import { readUserCode } from "./codes.ts";
import { approvalPage, codePage, endPage, type Reader } from "./page.ts";
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
  ...{ email: text(256), password: text(256), code: text(64), key: text(256) },
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
      async ({ query: { user_code: typed = "", plain }, request }) => {
        const code = readUserCode(typed) ?? "";
        const page = plain === undefined ? pageFor(request, `?plain=yes&user_code=${code}`) : null;
        const vary = "Accept, Accept-Language, Cookie";
        return page ?? pageResponse(request, codePage(await readerOf(request), code), 200, { vary });
      },
      { ...hidden, query: Begin },
    )
    .post(
      "/device",
      async ({ body, request, server }) => {
        const typed = body.user_code ?? "";
        const reader = await readerOf(request);
        return await shown(
          { request, reader },
          (complaint) => codePage(reader, typed, complaint),
          async () => {
            const { code, login } = await find(dependencies, typed, senderOf(request, server));
            return approvalPage(reader, code, login);
          },
        );
      },
      { ...hidden, takes: "form", body: Code },
    )
    .post(
      "/device/answer",
      async ({ body, request, server, set }) => {
        const {
          user_code: typed = "",
          answer,
          email = "",
          password = "",
          code: second = "",
          key = "",
        } = body;
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        const reader = await readerOf(request);
        const { DEVICE } = reader.texts;
        return await shown(
          { request, reader },
          (complaint) => codePage(reader, typed, complaint),
          async () => {
            const { code, login } = await find(dependencies, typed, origin);
            if (answer !== "approve") {
              await refuse(dependencies, code);
              return endPage(reader, DEVICE.refused, DEVICE.noKey);
            }
            const again = (complaint: string) => approvalPage(reader, code, login, complaint);
            return await shown({ request, reader }, again, async () => {
              const credentials = { email: email.trim(), password, code: second, key: key.trim() };
              await approve(dependencies, code, login, await signIn(dependencies, credentials, origin));
              return endPage(reader, DEVICE.allowed, DEVICE.goBack(login.host));
            });
          },
        );
      },
      { ...hidden, takes: "form", body: Answer },
    );
}

async function readerOf(request: Request): Promise<Reader> {
  const language = askedLanguage(request);
  return { language, texts: await textsIn(language) };
}

/** The page that the work makes; what it refuses is shown as a complaint on the page before. */
async function shown(
  { request, reader }: { request: Request; reader: Reader },
  before: (complaint: string) => string,
  work: () => Promise<string | Response>,
): Promise<Response> {
  const { DEVICE, PROBLEMS } = reader.texts;
  if (!isSameOrigin(request))
    return pageResponse(request, endPage(reader, DEVICE.title, PROBLEMS.foreign_origin ?? ""), 403);
  try {
    const made = await work();
    return typeof made === "string" ? pageResponse(request, made) : made;
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.status >= 500) throw cause;
    return pageResponse(request, before(sentence(reader, cause)), cause.status, cause.extras.headers);
  }
}

function sentence(reader: Reader, cause: Problem): string {
  const { code, detail } = cause;
  if (code === "unauthorized") return reader.texts.DEVICE.wrong;
  if (code === "missing_permission" && !detail.includes("can't")) return reader.texts.DEVICE.mayNot;
  return refusalIn(reader, cause);
}
