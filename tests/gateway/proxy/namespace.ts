/**
 * A network namespace with one neighbour, this machine: packets to anywhere else leave by an interface that leads nowhere,
 * and are counted there. Needs root, `ip` of iproute2 and the right to make namespaces.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { IS_ROOT } from "../../support/root.ts";

export type Namespace = {
  /** This machine's address, as the namespace sees it, and the namespace's own. */
  here: string;
  there: string;
  /** Before a command that runs in it. */
  enter: readonly string[];
  /** How many packets went out to anywhere but this machine. */
  strayPackets(): number;
  remove(): void;
};

/** Null where one can't be made. */
export function makeNamespace(): Namespace | null {
  if (!IS_ROOT || Bun.which("ip") === null) return null;
  const id = 1 + Math.floor(Math.random() * 250);
  const name = `waypost${process.pid}`;
  const [here, there] = [`10.213.${id}.1`, `10.213.${id}.2`];
  const namespace = { here, there, enter: ["ip", "netns", "exec", name], strayPackets, remove };
  const settings = `/etc/netns/${name}`;

  function strayPackets(): number {
    const counted = ip(["netns", "exec", name, "ip", "-json", "-statistics", "link", "show", "stray"]);
    return JSON.parse(counted)[0].stats64.tx.packets;
  }

  /** Its interfaces go with it. */
  function remove(): void {
    Bun.spawnSync(["ip", "netns", "delete", name]);
    rmSync(settings, { recursive: true, force: true });
  }

  try {
    mkdirSync(settings, { recursive: true });
    // no name is found, and nobody is asked for one
    writeFileSync(`${settings}/resolv.conf`, "nameserver 127.0.0.1\noptions attempts:1 timeout:1\n");
    for (const command of commands(name, `wp${process.pid}`, here, there)) ip(command.split(" "));
    return namespace;
  } catch {
    remove();
    return null;
  }
}

function commands(name: string, outer: string, here: string, there: string): string[] {
  return [
    `netns add ${name}`,
    `link add ${outer} type veth peer name inner netns ${name}`,
    `addr add ${here}/30 dev ${outer}`,
    `link set ${outer} up`,
    `-netns ${name} link set lo up`,
    `-netns ${name} addr add ${there}/30 dev inner`,
    `-netns ${name} link set inner up`,
    `-netns ${name} link add stray type veth peer name nowhere`,
    // IPv6's own multicast would be counted
    `-netns ${name} link set nowhere addrgenmode none`,
    `-netns ${name} link set stray addrgenmode none`,
    `-netns ${name} link set nowhere up`,
    `-netns ${name} link set stray arp off up`,
    `-netns ${name} route add default dev stray`,
  ];
}

function ip(command: string[]): string {
  const { exitCode, stdout } = Bun.spawnSync(["ip", ...command], { stderr: "ignore" });
  if (exitCode !== 0) throw new Error(`ip ${command.join(" ")} ended with ${exitCode}`);
  return stdout.toString();
}
