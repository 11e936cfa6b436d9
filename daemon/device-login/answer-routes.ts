import { Elysia } from "elysia";
import { refuseStaleProof } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { type AnswerDependencies, approve, find, refuse } from "./answer.ts";
import { AnswerBody, CodeBody, QuestionSchema } from "./schemas.ts";

const NO_SUCH_CODE = {
  404: {
    description: "The code was used, has expired or never existed",
    detail: "this code was used, has expired or never existed; look again in the terminal",
  },
};

/** `/v1/auth/device`, the other side: who asks with a code, and the answer of somebody who may create keys. */
export function deviceAnswerRoutes(http: Http, dependencies: AnswerDependencies) {
  return new Elysia({ prefix: "/v1/auth/device" })
    .use(http)
    .post(
      "/find",
      async ({ caller, body }) => {
        const { code, login } = await find(dependencies, body.user_code, caller);
        const { host, program, address, permissions, client_id } = login;
        return { user_code: code, host, program, address, permissions, is_agent: client_id !== null };
      },
      {
        permission: "keys:manage",
        body: CodeBody,
        detail: documented({
          operation: "findDevice",
          summary: "See which program asks for a key",
          description: "By the code that it shows. After many wrong codes from one address, 429.",
          keepsNothing: true,
          errors: [404],
          wording: NO_SUCH_CODE,
          responses: { 200: { description: "What the program asks for", schema: QuestionSchema } },
        }),
      },
    )
    .post(
      "/answer",
      async ({ caller, body, set }) => {
        const { code, login } = await find(dependencies, body.user_code, caller);
        if (body.answer === "approve") refuseStaleProof(caller);
        if (body.answer === "approve") await approve(dependencies, code, login, caller);
        else await refuse(dependencies, code);
        set.status = 204;
      },
      {
        permission: "keys:manage",
        body: AnswerBody,
        detail: documented({
          operation: "answerDevice",
          summary: "Allow a program a key, or refuse it",
          description:
            "The key is made in the caller's name when the program takes it; the audit log has it from then on. Nobody allows more than they may themselves.",
          keepsNothing: true,
          errors: [404],
          wording: NO_SUCH_CODE,
          responses: { 204: { description: "Answered; the code is used" } },
        }),
      },
    );
}
