import { Elysia } from "elysia";
import { problem } from "../../http/problem.ts";
import type { SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import type { PasskeyRequest } from "../../providers/whatsapp-web/requests/request.ts";
import { ConfirmBody, documentedPasskeys, SignBody } from "./bodies.ts";
import { findPasskey, type PasskeyDependencies, requestPasskey } from "./waiting-passkey.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** `/v1/channels/{id}/passkey`: how somebody with a token, and nothing else, uses the passkey that a pairing waits for. */
export function passkeyRoutes(http: Http, dependencies: PasskeyDependencies & { senderOf: SenderReader }) {
  async function use(
    channelId: string,
    token: string,
    request: PasskeyRequest,
    from: { address: string | null; requestId: string },
  ) {
    const waiting = await findPasskey(dependencies, token, from.address);
    if (waiting === null || waiting.channel.id !== channelId)
      throw problem(404, "not_found", "the token is of no use: its pairing has ended, or never was");
    await requestPasskey(dependencies, waiting, request, from);
  }

  return new Elysia({ prefix: "/v1/channels/:id/passkey" })
    .use(http)
    .post(
      "",
      async ({ params: { id }, body: { token, assertion }, request, server, set }) => {
        const from = fromOf(dependencies.senderOf(request, server), set);
        await use(id, token, { kind: "passkey", action: "sign", assertion }, from);
        set.status = 202;
        return { channel_id: id, state: "signed" as const };
      },
      { params: Id, body: SignBody, detail: documentedPasskeys.sign },
    )
    .post(
      "/confirm",
      async ({ params: { id }, body: { token, code }, request, server, set }) => {
        const from = fromOf(dependencies.senderOf(request, server), set);
        await use(id, token, { kind: "passkey", action: "confirm", code }, from);
        set.status = 202;
        return { channel_id: id, state: "confirmed" as const };
      },
      { params: Id, body: ConfirmBody, detail: documentedPasskeys.confirm },
    );
}

function fromOf({ address }: ReturnType<SenderReader>, { headers }: { headers: Record<string, unknown> }) {
  return { address, requestId: String(headers["x-request-id"] ?? "") };
}
