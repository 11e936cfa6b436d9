import { Type } from "../lib/typebox.ts";
import { INTERVAL_SECONDS, LIFE_SECONDS } from "./codes.ts";

export const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

const clientId = Type.Optional(
  Type.String({
    maxLength: 64,
    description: "The program, such as `waypost-cli/1.2.3`; shown to the person who approves",
  }),
);
const deviceCode = "wpd_…";

export const AuthorizationBody = Type.Object(
  {
    client_id: clientId,
    scope: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: "Permissions, separated by spaces; without it, all that the one who approves has",
      }),
    ),
    host: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "The machine's name; shown to the person who approves, and part of the key's name",
      }),
    ),
  },
  { examples: [{ client_id: "waypost-cli/1.0.0", host: "ada-laptop" }] },
);

export const AuthorizationSchema = Type.Object(
  {
    device_code: Type.String({ description: "Asks for the key; keep it secret" }),
    user_code: Type.String({ description: "The code that the user types into the page" }),
    verification_uri: Type.String(),
    verification_uri_complete: Type.String({ description: "The page with the code filled in" }),
    expires_in: Type.Integer({ description: "Seconds until the codes expire" }),
    interval: Type.Integer({ description: "Seconds to wait between two requests for the token" }),
  },
  {
    title: "DeviceAuthorization",
    examples: [
      {
        device_code: deviceCode,
        user_code: "WDJB-MJHT",
        verification_uri: "https://waypost.example.com/device",
        verification_uri_complete: "https://waypost.example.com/device?user_code=WDJB-MJHT",
        expires_in: LIFE_SECONDS,
        interval: INTERVAL_SECONDS,
      },
    ],
  },
);

const userCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The code that the program shows; case, spaces and hyphens don't matter",
});

export const CodeBody = Type.Object({ user_code: userCode }, { examples: [{ user_code: "WDJB-MJHT" }] });

export const AnswerBody = Type.Object(
  { user_code: userCode, answer: Type.Union([Type.Literal("approve"), Type.Literal("refuse")]) },
  { examples: [{ user_code: "WDJB-MJHT", answer: "refuse" }] },
);

export const QuestionSchema = Type.Object(
  {
    user_code: Type.String(),
    host: Type.String({ description: "The machine's name, as the program says it" }),
    program: Type.String({ description: "The program's name, as it says it" }),
    address: Type.Union([Type.String(), Type.Null()], { description: "Where it asked from" }),
    permissions: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: "What the key is to be allowed; null: all that the one who approves may",
    }),
    is_agent: Type.Boolean({
      description: "Whether it is an agent's program, which is answered at `/v1/auth/oauth/answer`",
    }),
  },
  {
    title: "DeviceQuestion",
    examples: [
      {
        user_code: "WDJB-MJHT",
        host: "ada-laptop",
        program: "waypost-cli/1.0.0",
        address: "192.0.2.7",
        permissions: null,
        is_agent: false,
      },
    ],
  },
);

export const TokenBody = Type.Object(
  {
    grant_type: Type.String({ maxLength: 64, description: `\`${GRANT_TYPE}\`` }),
    device_code: Type.String({ minLength: 1, maxLength: 128 }),
    client_id: clientId,
  },
  { examples: [{ grant_type: GRANT_TYPE, device_code: deviceCode }] },
);

export const TokenSchema = Type.Object(
  {
    access_token: Type.String({ description: "A new API key; shown only here" }),
    token_type: Type.String({ description: "`x-api-key`: the header that carries it" }),
    scope: Type.String({ description: "The key's permissions, separated by spaces" }),
    key_id: Type.String(),
    key_name: Type.String(),
    organization_id: Type.String(),
  },
  {
    title: "DeviceToken",
    examples: [
      {
        access_token: "wp_…",
        token_type: "x-api-key",
        scope: "*",
        key_id: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        key_name: "waypost login on ada-laptop",
        organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
      },
    ],
  },
);
