import { problem } from "../problem.ts";

/**
 * A body that may take any time, while bytes keep arriving: errors with
 * 408 when nothing has come for so long.
 */
export function patientWith(body: ReadableStream<Uint8Array>, timeoutMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await withinTime(reader.read(), timeoutMs);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function withinTime<Result>(read: Promise<Result>, timeoutMs: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(problem(408, "request_timeout", "the body stopped coming")),
    timeoutMs,
  );
  return await Promise.race([read, late]).finally(() => clearTimeout(timer));
}
