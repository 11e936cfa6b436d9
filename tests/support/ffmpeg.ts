/** Whether files can be converted on this machine; a test that has to is skipped where they can't. */
export const hasFfmpeg = Bun.which("ffmpeg") !== null;
if (!hasFfmpeg) process.stderr.write("Conversion is not tested here: ffmpeg is not installed.\n");

/** A file that ffmpeg makes of its own test sources, by these arguments. */
export async function made(path: string, ...args: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const child = Bun.spawn(["ffmpeg", "-v", "error", "-y", ...args, path], { stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`ffmpeg could not make ${path}`);
  return await Bun.file(path).bytes();
}
