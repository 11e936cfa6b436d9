import { expect, test } from "bun:test";
import { createPlaces } from "../../daemon/http/places.ts";

const FEW = 10;
/** So many that only the reserved ones are left. */
const NEARLY_ALL = 4001;
const limits = { caller: 2, organization: 3, share: 2 };
const of = (organizationId: string, id: string) => ({ organizationId, actor: { type: "key", id } as const });
const request = () => new Request("http://localhost/");

/** The code of the refusal, or null. */
function refusalOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (cause) {
    return (cause as { code: string }).code;
  }
}

test("a key has so many places, its organisation some more, and others their own", () => {
  const places = createPlaces(limits);
  const take = (organization: string, key: string) =>
    refusalOf(() => places.take(request(), of(organization, key), FEW));
  expect([take("a", "1"), take("a", "1"), take("a", "1")]).toEqual([null, null, "too_many_at_once"]);
  expect([take("a", "2"), take("a", "2")]).toEqual([null, "too_many_at_once"]);
  expect(take("b", "3")).toBeNull();
});

test("the last places are for organisations below their share", () => {
  const places = createPlaces(limits);
  const take = (key: string, pending: number) =>
    refusalOf(() => places.take(request(), of("a", key), pending));
  expect([take("1", NEARLY_ALL), take("1", NEARLY_ALL)]).toEqual([null, null]);
  expect([take("2", NEARLY_ALL), take("2", FEW)]).toEqual(["overloaded", null]);
});

test("a request that is answered, or was refused, leaves its place once", () => {
  const places = createPlaces(limits);
  const requests = [request(), request(), request()] as const;
  const take = (one: Request) => refusalOf(() => places.take(one, of("a", "1"), FEW));
  expect(requests.map(take)).toEqual([null, null, "too_many_at_once"]);
  places.leave(requests[2]);
  expect(take(request())).toBe("too_many_at_once");
  for (let times = 0; times < 2; times++) places.leave(requests[0]);
  expect([take(request()), take(request())]).toEqual([null, "too_many_at_once"]);
});

test("a request whose answer is on its way out keeps its place until that is out", () => {
  const places = createPlaces({ ...limits, caller: 1 });
  const slow = request();
  places.take(slow, of("a", "1"), FEW);
  const out = places.stay(slow);
  places.leave(slow);
  const take = () => refusalOf(() => places.take(request(), of("a", "1"), FEW));
  expect(take()).toBe("too_many_at_once");
  out();
  expect(take()).toBeNull();
});
