import type { SignalDataSet, SignalDataTypeMap, WASocket } from "baileys";

export const DAY_MS = 24 * 3_600_000;

/** A status that was posted: WhatsApp's id, when (ms), and the addresses that got it; none once it was taken back. */
export type Post = { id: string; at: number; to: string[] };

/** The category of the session's keys that holds them, sealed: not one of Baileys', whose store takes any. */
const POSTS = "status-posts" as keyof SignalDataTypeMap;
const ALL = "all";

/** What a number posted within the last day, oldest first: so long WhatsApp shows it. */
export async function postsOf({ authState }: WASocket): Promise<Post[]> {
  const found: Record<string, unknown> = await authState.keys.get(POSTS, [ALL]);
  const posts = (found[ALL] ?? []) as Post[];
  return posts.filter(({ at }) => at > Date.now() - DAY_MS);
}

/** Keeps these in place of those before. */
export async function keepPosts({ authState }: WASocket, posts: readonly Post[]): Promise<void> {
  await authState.keys.set({ [POSTS]: { [ALL]: posts } } as unknown as SignalDataSet);
}
