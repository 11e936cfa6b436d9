/** A lane's fixture with a channel, and a receiver, for all tests of a file. */
import { afterAll, afterEach, beforeAll } from "bun:test";
import type { EndpointForm } from "../../daemon/webhooks/forms/form.ts";
import { channelOf } from "./hear.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";
import { startReceiver } from "./receiver.ts";

/** They are there from the first hook on that the file adds itself. Each test begins without endpoints, and is answered 200. */
export function laneSite(forms: EndpointForm[] = []) {
  const fixture = {} as LaneFixture & { channelId: string };
  const answer = { status: 200 };
  const receiver = startReceiver(() => new Response("said", answer));
  beforeAll(async () => {
    Object.assign(fixture, await startLaneFixture({ forms }));
    fixture.channelId = await channelOf(fixture);
  });
  afterEach(async () => {
    await fixture.sql`delete from webhook_endpoints`;
    receiver.received.length = 0;
    answer.status = 200;
  });
  afterAll(async () => {
    await receiver.stop();
    await fixture.stop();
  });
  return { fixture, receiver, answer };
}
