import { expect, setSystemTime, test } from "bun:test";
import { createCutNetworks } from "../../daemon/http/body/cut-networks.ts";

let time = 0;
const create = () => createCutNetworks(() => time);

function cut({ note }: ReturnType<typeof create>, network: string, times: number): void {
  for (let nth = 0; nth < times; nth++) note(network);
}

test("a network that is seldom cut is answered at once", () => {
  const networks = create();
  cut(networks, "a", 49);
  expect(networks.pauseMs("a")).toBe(0);
  expect(networks.pauseMs("never heard of")).toBe(0);
});

test("the more often a network is cut, the longer its answers are held back, ten seconds at most", () => {
  const networks = create();
  const pauses = [50, 50, 100, 800, 5000].map((times) => {
    cut(networks, "a", times);
    return networks.pauseMs("a");
  });
  expect(pauses).toEqual([500, 1000, 2000, 10_000, 10_000]);
});

test("networks do not pay for each other", () => {
  const networks = create();
  cut(networks, "a", 1000);
  expect(networks.pauseMs("b")).toBe(0);
});

test("a minute without a cut, and all is forgiven", () => {
  const networks = create();
  cut(networks, "a", 5000);
  time += 30_000;
  expect(networks.pauseMs("a")).toBe(1250);
  time += 30_000;
  expect(networks.pauseMs("a")).toBe(0);
});

test("one that is cut now and then for hours is not held back", () => {
  const networks = create();
  for (let nth = 0; nth < 1000; nth++) {
    time += 1000;
    networks.note("a");
  }
  expect(networks.pauseMs("a")).toBe(0);
});

test("of more networks than there is memory for, those that were not cut for the longest are forgotten", () => {
  const networks = create();
  for (const network of ["first", "second"]) cut(networks, network, 100);
  networks.note("first");
  for (let nth = 0; nth < 9999; nth++) networks.note(`other ${nth}`);
  expect(networks.pauseMs("first")).toBeGreaterThan(0);
  expect(networks.pauseMs("second")).toBe(0);
});

test("a clock that is set back holds nobody back for longer", () => {
  const networks = createCutNetworks();
  cut(networks, "a", 100);
  setSystemTime(new Date(Date.now() - 3600_000));
  try {
    expect(networks.pauseMs("a")).toBeLessThanOrEqual(1000);
  } finally {
    setSystemTime();
  }
});
