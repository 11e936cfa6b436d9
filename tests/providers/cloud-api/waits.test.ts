import { afterAll, expect, test } from "bun:test";
import { createCloudApiProvider } from "../../../daemon/providers/cloud-api/provider.ts";

/* Meta says in a header how many minutes a throttled account has to wait ("Rate limits"). */
let refusal = { code: 80007, minutes: 1 };
const meta = Bun.serve({
  port: 0,
  fetch: () =>
    Response.json(
      { error: { code: refusal.code, message: "refused" } },
      {
        status: 400,
        headers: {
          "x-business-use-case-usage": `{"1":[{"estimated_time_to_regain_access":${refusal.minutes}}]}`,
        },
      },
    ),
});
afterAll(() => meta.stop(true));

const provider = createCloudApiProvider(`http://127.0.0.1:${meta.port}/v23.0`);
const channel = { organizationId: "org", id: "ch", phoneNumberId: "1", accessToken: "token" };
const message = { id: "id", to: "14155550100", body: {}, addressed: true };

test.each([
  [{ code: 80007, minutes: 2 }, 120_000],
  // nobody can say what an hour or a million of them will bring: it is tried again
  [{ code: 80007, minutes: 99_999_999_999 }, 3_600_000],
  [{ code: 80007, minutes: 0 }, undefined],
  // the account's wait says nothing of a failure of one message, which has an end of its own
  [{ code: 131000, minutes: 2 }, undefined],
])("%o waits %p milliseconds", async (refused, expected) => {
  refusal = refused;
  const outcome = await provider.send(channel, message, new AbortController().signal);
  expect(outcome).toMatchObject({ kind: "retry" });
  expect("afterMs" in outcome ? outcome.afterMs : undefined).toBe(expected);
});
