import { Elysia } from "elysia";
import { refuseRestrictedKey } from "../auth/restricted.ts";
import { channelSchema, channelView } from "../channels/channel.ts";
import { type CreateDependencies, createChannel } from "../channels/create.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { addSandboxNumber } from "./sandbox-number.ts";

export type SandboxNumberDependencies = CreateDependencies & {
  outside: { graphUrl: string; sandbox: boolean };
};

const Body = Type.Optional(
  Type.Object(
    {
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, description: "Of the channel; by default, the number" }),
      ),
    },
    { examples: [{ name: "Support" }] },
  ),
);
const NOT_SANDBOX = "this daemon uses WhatsApp itself; start one with --sandbox to try things out";

/** `POST /v1/channels/sandbox`: a number to try things out with, connected at once. */
export function sandboxNumberRoutes(http: Http, dependencies: SandboxNumberDependencies) {
  const { outside, providers } = dependencies;
  const showChannel = channelView(providers);
  return new Elysia({ prefix: "/v1/channels" }).use(http).post(
    "/sandbox",
    async ({ caller, body, onceElsewhere }) => {
      refuseRestrictedKey(caller);
      if (!outside.sandbox) throw problem(422, "not_sandbox", NOT_SANDBOX);
      return await onceElsewhere(async () => {
        const { number, ...account } = await addSandboxNumber(outside.graphUrl);
        const made = await createChannel(dependencies, caller, {
          ...{ platform: "whatsapp_official", name: body?.name ?? number, ...account },
          // so that a first text to any number goes: the sandbox's people have written to nobody yet
          settings: { service_window: "provider" },
        });
        return { status: 201, body: showChannel(made) };
      });
    },
    {
      permission: "channels:manage",
      idempotent: "sealed",
      body: Body,
      detail: documented({
        operation: "createSandboxChannel",
        summary: "Add a number of the sandbox",
        errors: [409],
        description:
          "Adds an official number to the sandbox, and a channel of it that can send at once. Only where the daemon runs with the sandbox.",
        creates: channelSchema(providers),
      }),
    },
  );
}
