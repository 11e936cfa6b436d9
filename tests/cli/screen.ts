import { Terminal } from "@xterm/headless";

/** The lines that a terminal of 100 by 24 shows after this text, without spaces at their ends. */
export async function linesOf(written: string, { cols = 100, rows = 24 } = {}): Promise<string[]> {
  const terminal = new Terminal({ cols, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const { buffer } = terminal;
  return Array.from(
    { length: rows },
    (_, row) => buffer.active.getLine(buffer.active.baseY + row)?.translateToString(true) ?? "",
  );
}
