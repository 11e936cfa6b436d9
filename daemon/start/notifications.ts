import { KEY_REVOKED_CHANNEL } from "../../db/auth/api-keys.ts";
import { CHANNEL_CHANGED_CHANNEL } from "../../db/channels/channels.ts";
import type { Subscriptions } from "../../db/connection/session.ts";
import { ACTIVITY_CHANNEL } from "../../db/conversations/activity.ts";
import { RATES_CHANGED_CHANNEL } from "../../db/costs/rate-cards.ts";
import { LANE_WOKEN_CHANNEL } from "../../db/lanes/lanes.ts";
import { REQUEST_LOG_CHANNEL } from "../../db/logs/request-log.ts";
import { MASTER_KEY_CHANNEL } from "../../db/secrets/secrets.ts";
import { TEMPLATES_CHANGED_CHANNEL } from "../../db/templates/templates.ts";
import { WEB_ANSWER_CHANNEL } from "../../db/whatsapp-web/requests.ts";
import { WEB_LANE_CHANNEL, WEB_SESSION_CHANNEL } from "../../db/whatsapp-web/sessions.ts";
import type { Authenticator } from "../auth/authenticate.ts";
import type { SessionAnswers } from "../channels/asking/answers.ts";
import type { ChannelCache } from "../channels/cache.ts";
import type { Activity } from "../conversations/activity/activity.ts";
import type { RateCards } from "../costs/rates/rate-cards.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Lanes } from "../lanes/lanes.ts";
import type { RequestLog } from "../logs/request-log.ts";
import type { TemplateDefinitions } from "../messages/template-definitions.ts";
import type { KeyRotationFollower } from "../secrets/key-rotation-follower.ts";

/** What learns of changes that other daemons make. */
type Parts = {
  authenticator: Authenticator;
  channels: ChannelCache;
  templates: TemplateDefinitions;
  rateCards: Pick<RateCards, "look">;
  lanes: Pick<Lanes, "notify">;
  gateway: Pick<Gateway, "look" | "laneHasWork">;
  answers: Pick<SessionAnswers, "notify">;
  keyRotation: Pick<KeyRotationFollower, "look">;
  activity: Pick<Activity, "receive">;
  requestLog: Pick<RequestLog, "receive" | "askAgain">;
};

/** Hands each notification to the part that it is for. */
export function subscriptionsOf(parts: Parts): Subscriptions {
  const { authenticator, channels, templates, rateCards, gateway, keyRotation, requestLog } = parts;
  const takers: Record<string, (payload: string) => void> = {
    [KEY_REVOKED_CHANNEL]: (id) => authenticator.forget(id),
    [CHANNEL_CHANGED_CHANNEL]: (id) => channels.forget(id),
    [TEMPLATES_CHANGED_CHANNEL]: () => templates.forget(),
    [RATES_CHANGED_CHANNEL]: () => void rateCards.look(),
    [LANE_WOKEN_CHANNEL]: (lane) => parts.lanes.notify(JSON.parse(lane)),
    [WEB_SESSION_CHANNEL]: () => gateway.look(),
    [WEB_LANE_CHANNEL]: (lane) => gateway.laneHasWork(JSON.parse(lane)),
    [WEB_ANSWER_CHANNEL]: (id) => parts.answers.notify(id),
    [MASTER_KEY_CHANNEL]: () => keyRotation.look(),
    [ACTIVITY_CHANNEL]: (doing) => parts.activity.receive(doing),
    [REQUEST_LOG_CHANNEL]: (message) => requestLog.receive(message),
  };
  return {
    channels: Object.keys(takers),
    onNotification: (channel, payload) => takers[channel]?.(payload),
    onRestored() {
      authenticator.forget();
      channels.forget();
      templates.forget();
      void rateCards.look();
      gateway.look();
      keyRotation.look();
      requestLog.askAgain();
    },
  };
}
