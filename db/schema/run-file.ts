import type { Transaction } from "../connection/client.ts";

/** Runs a file of SQL statements; what fails names the file. */
export async function runFile(transaction: Transaction, name: string, text: string): Promise<void> {
  try {
    await transaction.unsafe(text).simple();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The SQL file ${name} failed: ${reason}`, { cause });
  }
}
