import { findChannel } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { type MediaResult, peekMedia, type ReceivedMediaRow, startMedia } from "../../../db/media/media.ts";
import { tokenContext } from "../../channels/channel.ts";
import type { Tunnels } from "../../gateway/number/tunnels.ts";
import type { LaneItem, LaneWork } from "../../lanes/lane.ts";
import { deferByItems } from "../../lanes/waiting.ts";
import type { MessageError } from "../../providers/message-error.ts";
import type { Providers } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { MediaFailure } from "../media-error.ts";
import { type FetchDependencies, fetchOnce } from "./fetch-once.ts";
import { finishFetched } from "./finish-fetched.ts";

/** A due file in its channel's media lane. */
export type MediaItem = LaneItem & { row: ReceivedMediaRow; attempt: number };

export type MediaWorkDependencies = Omit<FetchDependencies, "source"> & {
  sql: Sql;
  secrets: Secrets;
  tunnels: Tunnels;
  providers: Providers;
  daemonId: string;
};

/** Files fetched concurrently on one channel. */
const CONCURRENCY = 4;

/** More than are made of a file with a result: each time more, the daemon died or the result could not be written. */
const MOST_ATTEMPTS = 12;
const GIVEN_UP = new MediaFailure(
  "media_unavailable",
  `given up after ${MOST_ATTEMPTS} attempts, of which no result could be written`,
  false,
);

/** The work of the media lanes: fetching the files of messages, independently of the messages themselves. */
export function createMediaWork(dependencies: MediaWorkDependencies): LaneWork<MediaItem, MediaResult> {
  const { sql, secrets, tunnels, providers, daemonId } = dependencies;
  return {
    async open(lane) {
      const channel = await findChannel(sql, lane.organizationId, lane.laneId);
      const source = channel === null ? undefined : providers[channel.platform]?.media;
      if (channel === null || source === undefined) return null;
      const key = { organizationId: lane.organizationId, channelId: lane.laneId };
      const token = channel.access_token;
      const handed = {
        organizationId: channel.organization_id,
        id: channel.id,
        phoneNumberId: channel.phone_number_id,
        accessToken: token === null ? null : secrets.decrypt(token, tokenContext(channel.id)),
        tunnel: tunnels.of(channel.id, channel.settings),
      };
      return {
        concurrency: () => CONCURRENCY,
        delay: () => 0,
        async peek(busy, limit) {
          const rows = await peekMedia(sql, key, busy, limit);
          return rows.map((row) => ({ itemId: row.id, orderKey: row.id, row, attempt: 0 }));
        },
        async start(items) {
          const ids = items.map((item) => item.itemId);
          const started = await startMedia(sql, key, daemonId, ids, {
            most: MOST_ATTEMPTS,
            givenUp: JSON.stringify(GIVEN_UP.shown()),
          });
          const attempts = new Map(started.map(({ id, attempt }) => [id, attempt]));
          return items.flatMap((item) => {
            const attempt = attempts.get(item.itemId);
            return attempt === undefined ? [] : [{ ...item, attempt }];
          });
        },
        run: (item, signal) => fetchOnce({ ...dependencies, source }, handed, item.row, item.attempt, signal),
        finish: (results) => finishFetched(dependencies, key, results),
        reduced: (result) => ({
          ...result,
          mime_type: null,
          error: result.error === null ? null : JSON.stringify(UNSTORABLE),
        }),
        ...deferByItems(sql, lane),
      };
    },
  };
}

const UNSTORABLE: MessageError = {
  code: "details_not_stored",
  title: "Details not stored",
  detail: "what kept the file from being fetched could not be stored",
  provider_code: null,
  retryable: false,
};
