import { AgentSchema } from "../auth/agents/schema.ts";
import { PermissionSchema } from "../http/permissions.ts";
import { Nullable, Type } from "../lib/typebox.ts";

const text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description === undefined ? {} : { description }) }));

const request = {
  client_id: text(4096, "The program: the address of its document, or an id from `/oauth/register`"),
  redirect_uri: text(512, "Where the program waits for the code"),
  response_type: text(16, "`code`"),
  code_challenge: text(128),
  code_challenge_method: text(16, "`S256`"),
  resource: text(512, "What the program wants access to: the address of `/mcp`"),
  scope: text(1024, "The permissions that it asks for, separated by spaces"),
  state: text(1024),
  user_code: text(64, "Instead of all others: the code that a program without a browser shows"),
};

const example = {
  client_id: "wpc_…",
  redirect_uri: "http://127.0.0.1:3000/callback",
  response_type: "code",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  resource: "https://waypost.example.com/mcp",
  scope: "messages:read messages:send",
};

/** The parameters with which a program sends its user to `/consent`, or the code that it shows them. */
export const RequestBody = Type.Object(request, { examples: [example] });

export const QuestionSchema = Type.Object(
  {
    name: Type.String({ description: "The program, as it names itself" }),
    host: Nullable(
      Type.String({ description: "The host that proves whose program it is; null when nothing does" }),
    ),
    redirect_host: Nullable(
      Type.String({ description: "Where the answer is sent; null of a program without a browser" }),
    ),
    is_local: Type.Boolean({ description: "Whether that is a program on the machine of who answers" }),
    user_code: Nullable(Type.String({ description: "The code that a program without a browser shows" })),
    address: Nullable(Type.String({ description: "Where that program asked from" })),
    permissions: Type.Array(PermissionSchema, {
      description: "What it asks for, as far as the caller may give it to an agent",
    }),
  },
  {
    title: "AgentQuestion",
    examples: [
      {
        name: "Example agent",
        host: "agent.example.com",
        redirect_host: "127.0.0.1:3000",
        is_local: true,
        user_code: null,
        address: null,
        permissions: ["messages:read", "messages:send"],
      },
    ],
  },
);

const agent = { recipients: "answered", messages_per_hour: 30 } as const;

export const AnswerBody = Type.Union(
  [
    Type.Object({
      ...request,
      answer: Type.Literal("approve"),
      permissions: Type.Array(PermissionSchema, { minItems: 1, uniqueItems: true }),
      channel_ids: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
      ),
      agent: AgentSchema,
    }),
    Type.Object({ ...request, answer: Type.Literal("refuse") }),
  ],
  {
    title: "OAuthAnswer",
    examples: [{ ...example, answer: "approve", permissions: ["messages:read", "messages:send"], agent }],
  },
);

export const RedirectSchema = Type.Object(
  {
    redirect_to: Nullable(
      Type.String({ description: "Where to send the browser; null of a program without one" }),
    ),
  },
  {
    title: "AgentAnswer",
    examples: [{ redirect_to: "http://127.0.0.1:3000/callback?code=wpo_…&iss=https://waypost.example.com" }],
  },
);

/** What a program says of itself when it registers (RFC 7591, 2); what else it says does not matter here. */
export const RegisterBody = Type.Object({
  client_name: text(1024),
  redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 100 })),
  grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 })),
});

/** What a program without a browser asks with (RFC 8628, 3.1). */
export const DeviceBody = Type.Object({
  client_id: text(4096),
  scope: text(1024),
  resource: text(512),
});

export const TokenBody = Type.Object({
  grant_type: Type.String({ maxLength: 64 }),
  client_id: text(4096),
  code: text(128),
  device_code: text(128),
  code_verifier: text(128),
  redirect_uri: text(512),
  refresh_token: text(128),
  resource: text(512),
});

export const RevokeBody = Type.Object({ token: Type.String({ maxLength: 128 }) });
