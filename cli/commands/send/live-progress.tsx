import type { Message } from "../../lib/api/types/messages.ts";
import { type Moment, openLiveView } from "../../ui/live-view.tsx";
import type { SendProgressProps } from "./progress-view.tsx";

/** Shows how far a message is, until it is closed. */
export type Progress = { show(message: Message): void; close(): void };

/** Draws the progress of a message on standard error and takes the drawing away at the end. */
export async function openLiveProgress(
  goal: { to: string; target: string },
  colours: boolean,
): Promise<Progress> {
  const load = async () => (await import("./progress-view.tsx")).SendProgress;
  const view = await openLiveView<Omit<SendProgressProps, keyof Moment>>(load, colours);
  view.show({ ...goal, status: "queued" });
  return { show: ({ status }) => view.show({ ...goal, status }), close: view.close };
}
