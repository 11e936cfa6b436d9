import { Elysia } from "elysia";
import { type ChannelRow, findChannel, findOwnChannelByPhoneNumberId } from "../../db/channels/channels.ts";
import { refuseRestrictedKey } from "../auth/restricted.ts";
import { channelSchema, channelView } from "../channels/channel.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import type { ProviderInUse } from "../providers/provider.ts";
import { exchangeSignup, type OnboardingProvider } from "./exchange.ts";
import { registerNumber } from "./register.ts";

const MetaId = Type.String({ pattern: "^[0-9]{1,32}$" });

const ExchangeBody = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: "The code that embedded signup returned",
    }),
    waba_id: Type.Optional(MetaId),
    phone_number_id: Type.Optional(MetaId),
    redirect_uri: Type.Optional(
      Type.String({ maxLength: 2048, description: "The one used in the signup, if any" }),
    ),
  },
  { examples: [{ code: "AQBhlXsctMxJYbwbrpybxlo9tLPGy", waba_id: "102290129340398" }] },
);

const RegisterBody = Type.Object(
  {
    channel_id: Type.Optional(Type.String({ maxLength: 64 })),
    phone_number_id: Type.Optional(MetaId),
    pin: Type.String({ pattern: "^[0-9]{6}$", description: "Six digits: the number's two-step code" }),
    data_localization_region: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$" })),
  },
  { examples: [{ channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", pin: "123456" }] },
);

/** `/v1/waba`: connects numbers of the official platform. */
export function onboardingRoutes(http: Http, dependencies: CheckDependencies) {
  const { sql, providers } = dependencies;
  const ChannelSchema = channelSchema(providers);
  const showChannel = channelView(providers);
  const Connected = Type.Object(
    { waba_id: Type.String(), channels: Type.Array(ChannelSchema) },
    { examples: [{ waba_id: "102290129340398", channels: ChannelSchema.examples }] },
  );

  async function find(caller: Caller, body: { channel_id?: string; phone_number_id?: string }) {
    const channel = await named(caller, body);
    if (channel === null || !mayUseChannel(caller, channel.id)) throw notFound("channel");
    return channel;
  }

  async function named(
    caller: Caller,
    { channel_id, phone_number_id }: { channel_id?: string; phone_number_id?: string },
  ): Promise<ChannelRow | null> {
    if (channel_id !== undefined) return await findChannel(sql, caller.organizationId, channel_id);
    if (phone_number_id !== undefined)
      return await findOwnChannelByPhoneNumberId(sql, caller.organizationId, phone_number_id);
    throw problem(422, "invalid_request", "/channel_id: required, or phone_number_id", {
      errors: [{ path: "/channel_id", message: "required, or phone_number_id" }],
    });
  }

  return new Elysia({ prefix: "/v1/waba" })
    .use(http)
    .post(
      "/exchange-code",
      async ({ caller, body, onceElsewhere }) => {
        refuseRestrictedKey(caller);
        const onboarding = Object.values(providers).flatMap(withOnboarding)[0];
        if (onboarding === undefined) {
          throw problem(422, "unsupported_platform", "this daemon has no provider for official numbers");
        }
        const exchange = async () => {
          const made = await exchangeSignup(dependencies, onboarding, caller, body);
          return { status: 200, body: { waba_id: made.waba_id, channels: made.channels.map(showChannel) } };
        };
        return await onceElsewhere(exchange);
      },
      {
        permission: "channels:manage",
        idempotent: "sealed",
        body: ExchangeBody,
        detail: documented({
          operation: "exchangeCode",
          summary: "Exchange the code of an embedded signup",
          errors: [409],
          wording: { 422: INVALID_CODE },
          description:
            "Exchanges the code for an access token (stored encrypted), subscribes your app to the account's webhooks, and creates a channel for each number of the account, or gives an existing channel the new token.",
          responses: { 200: { description: "The account and its channels", schema: Connected } },
        }),
      },
    )
    .post(
      "/register-phone",
      async ({ caller, body, onceElsewhere }) => {
        const channel = await find(caller, body);
        const given = { pin: body.pin, region: body.data_localization_region };
        const register = async () => {
          const registered = await registerNumber(dependencies, caller, channel, given);
          return { status: 200, body: showChannel(registered) };
        };
        return await onceElsewhere(register);
      },
      {
        permission: "channels:manage",
        idempotent: "sealed",
        body: RegisterBody,
        detail: documented({
          operation: "registerPhone",
          summary: "Register a number with WhatsApp",
          errors: [404, 422],
          wording: { 429: TOO_OFTEN },
          description:
            "Required once before a number can send. The PIN becomes the number's two-step code, or must match the existing one. At most nine attempts in 72 hours, because WhatsApp blocks a number at the tenth.",
          shows: ChannelSchema,
        }),
      },
    );
}

const INVALID_CODE = {
  description: "The code or the token is not usable, or the app is not configured",
  code: "invalid_code",
  detail: "the code is not valid; it works once, for 30 seconds",
  errors: [{ path: "/code", message: "expired, used or unknown" }],
};

const TOO_OFTEN = {
  description: "WhatsApp would block the number; see Retry-After",
  code: "registration_limit",
  detail: "9 registrations in 72 hours; one more and WhatsApp blocks the number",
};

/** The provider whose numbers can be connected by a signup, if there is one. */
function withOnboarding(provider: ProviderInUse | undefined): OnboardingProvider[] {
  if (provider?.onboarding === undefined) return [];
  const { name, isSandbox, onboarding } = provider;
  return [{ name, isSandbox, onboarding }];
}
