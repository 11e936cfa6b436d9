import { Elysia } from "elysia";
import { type ChannelRow, findChannel } from "../../../db/channels/channels.ts";
import { audit } from "../../auth/audit.ts";
import { askSession, lateProblem, requireConnected } from "../../channels/asking/ask.ts";
import { providerOf } from "../../channels/platform.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { found, notFound } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { type Static, Type } from "../../lib/typebox.ts";
import type { Providers } from "../../providers/provider.ts";
import type { OwnProfile } from "../../providers/whatsapp-web/requests/request.ts";
import { BYTES } from "../documentation.ts";
import type { FormDependencies } from "../outgoing/forms/make-form.ts";
import { fetchPicture, type PictureDependencies } from "../people/pictures.ts";
import { ProfileBody, ProfileSchema, WORDING } from "./documentation.ts";
import { createPortraits, type Portraits } from "./portrait.ts";

type Dependencies = PictureDependencies & FormDependencies & { providers: Providers };

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** `/v1/channels/{id}/profile`: what a paired number shows of itself. WhatsApp is asked for it each time. */
export function profileRoutes(http: Http, dependencies: Dependencies) {
  const portraits = createPortraits(dependencies);
  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .get(
      "/:id/profile",
      async ({ caller, params: { id } }) => read(dependencies, await mustFind(dependencies, caller, id)),
      {
        permission: "channels:read",
        params: Params,
        detail: documented({
          operation: "getChannelProfile",
          summary: "Get what a number shows of itself",
          description: "Asks WhatsApp for the name, the line about it and the picture of a paired number.",
          wording: WORDING,
          responses: { 200: { description: "The profile", schema: ProfileSchema } },
        }),
      },
    )
    .get(
      "/:id/profile/picture",
      async ({ caller, params: { id } }) =>
        await picture(dependencies, await mustFind(dependencies, caller, id)),
      {
        permission: "channels:read",
        params: Params,
        detail: documented({
          operation: "getChannelProfilePicture",
          summary: "Get the picture that a number shows",
          description: "The small picture of a paired number, as WhatsApp has it.",
          wording: { ...WORDING, 404: { description: "No such channel, or it shows no picture" } },
          responses: {
            200: {
              description: "A JPEG, PNG or WebP of at most 64 KiB",
              ...{ mediaType: "image/jpeg", schema: BYTES, example: "…" },
            },
          },
        }),
      },
    )
    .patch(
      "/:id/profile",
      async ({ caller, params: { id }, body }) => {
        const channel = await mustFind(dependencies, caller, id);
        await change({ ...dependencies, portraits }, caller, channel, body);
        return await read(dependencies, channel);
      },
      {
        permission: "channels:manage",
        elsewhere: true,
        params: Params,
        body: ProfileBody,
        detail: documented({
          operation: "updateChannelProfile",
          summary: "Change what a number shows of itself",
          description:
            "Changes the name, the line about it, or the picture of a paired number, for everybody who writes with it. If WhatsApp refuses one, those before it in the order `about`, `name`, `picture` are changed.",
          wording: WORDING,
          responses: { 200: { description: "The profile now", schema: ProfileSchema } },
        }),
      },
    );
}

async function mustFind({ sql, providers }: Dependencies, caller: Caller, id: string): Promise<ChannelRow> {
  const isTheirs = mayUseChannel(caller, id);
  const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
  const { platform } = channel;
  if (providerOf(providers, channel).connects !== "pairing")
    throw problem(
      422,
      "unsupported_on_platform",
      `the profile of ${platform} channels is changed in WhatsApp Manager`,
    );
  requireConnected(channel);
  return channel;
}

async function read(dependencies: Dependencies, channel: ChannelRow): Promise<OwnProfile> {
  const answer = await askSession<"profile">(dependencies, channel, { kind: "profile" });
  if ("refusal" in answer) throw lateProblem(true);
  return answer.result;
}

async function picture(dependencies: Dependencies, channel: ChannelRow): Promise<Response> {
  const { picture_url: url } = await read(dependencies, channel);
  if (url === null) throw notFound("picture");
  const tunnel = dependencies.tunnels.of(channel.id, channel.settings);
  const { bytes, mime_type } = await fetchPicture(dependencies, url, tunnel).catch(() => {
    throw problem(503, "provider_unavailable", "WhatsApp's host did not give the picture", {
      headers: { "retry-after": "30" },
    });
  });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": mime_type,
      "cache-control": "private, no-cache",
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}

async function change(
  { sql, answers, portraits }: Dependencies & { portraits: Portraits },
  caller: Caller,
  channel: ChannelRow,
  { name, about, picture }: Static<typeof ProfileBody>,
): Promise<void> {
  const portrait = picture == null ? picture : await portraits.of(caller.organizationId, picture);
  const given = {
    ...(name !== undefined && { name: name.trim() }),
    ...(about !== undefined && { about: about.trim() }),
    ...(portrait !== undefined && { picture: portrait }),
  };
  const answer = await askSession<"change_profile">({ sql, answers }, channel, {
    kind: "change_profile",
    change: given,
  });
  if ("refusal" in answer) {
    if (answer.refusal.reason === "no_response") throw lateProblem(true);
    throw problem(422, "provider_rejected", `WhatsApp refused ${answer.refusal.text}`);
  }
  const changes = { name, about, picture };
  const target = { type: "channel", id: channel.id };
  await audit(sql, caller, { action: "channel.profile_changed", target, changes });
}
