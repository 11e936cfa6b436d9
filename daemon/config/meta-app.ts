import { Type } from "../lib/typebox.ts";
import { GRAPH_URL, USUAL_GRAPH_VERSION } from "./graph-versions.ts";
import type { Setting } from "./setting.ts";

const text = Type.String({ minLength: 1 });

/** The settings of Meta's Graph API, and of the app that calls it. */
export const META_APP = {
  graphUrl: {
    variable: "WAYPOST_GRAPH_URL",
    schema: Type.String({ pattern: GRAPH_URL }),
    fallback: `https://graph.facebook.com/${USUAL_GRAPH_VERSION}`,
    meaning: `base URL of the Graph API, with a version such as \`${USUAL_GRAPH_VERSION}\` at its end; \`waypost doctor\` warns half a year before Meta ends it`,
  },
  appId: {
    variable: "WAYPOST_APP_ID",
    schema: text,
    meaning:
      "id of the Meta app; needed for embedded signup, and for `waypost doctor` to name missing webhook fields",
  },
  signupConfigurationId: {
    variable: "WAYPOST_SIGNUP_CONFIG_ID",
    schema: Type.String({ pattern: "^\\d{1,30}$" }),
    meaning:
      "id of the app's configuration of Facebook Login for Business; with it, the page offers Meta's Embedded Signup",
  },
  appSecret: {
    variable: "WAYPOST_APP_SECRET",
    schema: text,
    secret: true,
    meaning: "secret of the Meta app, which verifies its webhooks",
  },
  verifyToken: {
    variable: "WAYPOST_VERIFY_TOKEN",
    schema: text,
    secret: true,
    meaning: "token that Meta sends when it verifies the webhook's URL",
  },
} satisfies Record<string, Setting>;
