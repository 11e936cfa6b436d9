import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { messageTypes } from "../../daemon/message-types/registry.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { createCloudApiProvider } from "../../daemon/providers/cloud-api/provider.ts";
import type { Encoder } from "../../daemon/providers/encoders.ts";
import type { OutboundMessage, Provider } from "../../daemon/providers/provider.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { type GraphSandbox, startGraphSandbox } from "../../daemon/sandbox/graph/sandbox.ts";
import { type OpenApi, readOpenApi } from "../sandbox/graph/openapi.ts";
import { graphVersion } from "../support/graph-version.ts";
import { type Json, takenBy } from "./table.ts";
import { TABLES } from "./tables/tables.ts";
import { definitionOf, isPlayed } from "./template-definition.ts";

const PHONE = SANDBOX_DEFAULTS.phoneNumber;
const channel = {
  organizationId: "org_1",
  id: "ch_1",
  phoneNumberId: PHONE.id,
  accessToken: SANDBOX_DEFAULTS.accessToken,
};

type Whom = Pick<OutboundMessage, "to" | "userId">;

const official = messageTypes().flatMap((type) => {
  const encode = CLOUD_API.encoders[type.type] as Encoder<Json> | null;
  if (encode === null) return [];
  return [
    { ...type, encode: (content: Json) => bodyOf(encode(content, { template: null, ownPhone: null })) },
  ];
});

/** As it goes over the wire. */
function bodyOf(body: Json): Json {
  return JSON.parse(JSON.stringify(body));
}

describe("what Meta's stand-in is sent, it takes:", () => {
  let sandbox: GraphSandbox;
  let provider: Provider;

  beforeAll(async () => {
    sandbox = await startGraphSandbox({ ...SANDBOX_DEFAULTS, version: graphVersion() });
    provider = createCloudApiProvider(sandbox.graphUrl);
  });
  afterAll(() => sandbox.stop());

  async function post(body: Json, addressed: boolean, whom: Whom = { to: "16505551234" }) {
    const definition = definitionOf(body);
    if (definition !== null) await define(definition);
    const message = { id: crypto.randomUUID(), ...whom, body, addressed };
    return provider.send(channel, message, AbortSignal.timeout(10_000));
  }

  async function define(definition: Json): Promise<void> {
    const init = { method: "POST", headers: { "content-type": "application/json" } };
    const answer = await fetch(`${sandbox.url}/sandbox/templates`, {
      ...init,
      body: JSON.stringify(definition),
    });
    expect(answer.status).toBe(200);
  }

  test.each(official)("the examples of $type", async ({ examples, encode, addressed }) => {
    for (const example of examples as Json[]) {
      const id = addressed ? expect.stringMatching(/^wamid\./) : null;
      const outcome = await post(encode(example), addressed);
      expect(outcome).toEqual({ kind: "sent", providerMessageId: id });
    }
  });

  test.each(official)("the examples of $type to a user id, which reach their person", async (type) => {
    for (const example of type.examples as Json[]) {
      const body = type.encode(example);
      const outcome = await post(body, type.addressed, { to: null, userId: "US.16505551234" });
      expect(outcome).toMatchObject({ kind: "sent" });
    }
    const counts = (await (await fetch(`${sandbox.url}/sandbox/counts`)).json()) as Json;
    expect(counts).toMatchObject({ dropped: 0 });
  });

  test.each(official)("every content of $type that is taken", async ({ type, encode, addressed }) => {
    for (const content of takenBy(TABLES[type])) {
      const body = encode(content);
      const outcome = isPlayed(body) ? await post(body, addressed) : { kind: "sent" };
      expect({ outcome, content }).toMatchObject({ outcome: { kind: "sent" } });
    }
  });
});

/** Bodies that Meta's own schemas do not describe, and why. */
const MISFITS: Record<string, string> = {
  location: "the schema types coordinates as strings, the examples beside it give numbers",
  template: "the pattern of a button's index is misspelt, and allows 2 to 6 alone",
  location_request: "interactive.type lacks location_request_message",
  request_contact_info: "interactive.type lacks request_contact_info",
  cta_url: "interactive.type lacks cta_url",
  media_carousel: "interactive.type lacks carousel",
  product_carousel: "interactive.type lacks carousel",
  address: "interactive.type lacks address_message",
};

const found = await readOpenApi();
if (found === null) process.stderr.write("skipped: Meta's OpenAPI file is not beside the project\n");

describe.skipIf(found === null)("Meta's OpenAPI file", () => {
  const openApi = found as OpenApi;

  test("describes the examples of all types but those named", () => {
    const misfits = new Map<string, string>();
    for (const { type, examples, encode } of official) {
      for (const example of examples as Json[]) {
        const complaint = complaintAbout(encode(example));
        if (complaint !== null) misfits.set(type, MISFITS[type] ?? complaint);
      }
    }
    expect(Object.fromEntries(misfits)).toEqual(MISFITS);
  });

  function complaintAbout(body: Json): string | null {
    if ("status" in body) {
      return openApi.complaints("MarkMessageRequestPayload", { messaging_product: "whatsapp", ...body });
    }
    const type = String(body.type);
    return openApi.complaints(contentSchema(type), body[type]);
  }

  /** The file closes its message schemas against their own common keys, so contents are checked alone. */
  function contentSchema(type: string): Json {
    const name = `${type[0]?.toUpperCase()}${type.slice(1)}Message`;
    return { $ref: `meta#/components/schemas/${name}/allOf/1/properties/${type}` };
  }
});
