import { Elysia } from "elysia";
import { archiveRoutes } from "../../archives/routes.ts";
import { contactRoutes } from "../../contacts/routes.ts";
import { contactSettingsRoutes } from "../../contacts/settings-routes.ts";
import { conversationRoutes } from "../../conversations/routes.ts";
import { inboxRuleRoutes } from "../../conversations/rules/routes.ts";
import { erasureRoutes } from "../../erasing/routes.ts";
import type { Http } from "../../http/server.ts";
import { messageRoutes } from "../../messages/routes.ts";
import { statusPostRoutes } from "../../messages/status-posts/routes.ts";
import { earlierRoute } from "../../past/earlier-route.ts";
import { quickReplyImportRoutes } from "../../quick-replies/import/routes.ts";
import { quickReplyRoutes } from "../../quick-replies/routes.ts";
import { responseTimeRoutes } from "../../response-times/routes.ts";
import { teamRoutes } from "../../teams/routes.ts";
import { templateRoutes } from "../../templates/routes.ts";
import { timelineRoutes } from "../../timeline/routes.ts";
import type { Common } from "./common.ts";

/** Templates, messages, conversations and contacts. */
export function messagingRoutes(http: Http, { shared, listing, openFile }: Common) {
  return new Elysia()
    .use(templateRoutes(http, { ...listing("templates"), openFile }))
    .use(messageRoutes(http, listing("messages")))
    .use(new Elysia().use(timelineRoutes(http, shared)).use(statusPostRoutes(http, shared)))
    .use(new Elysia().use(conversationRoutes(http, listing("conversations"))).use(earlierRoute(http, shared)))
    .use(teamRoutes(http, listing("teams")))
    .use(responseTimeRoutes(http, shared))
    .use(quickReplyRoutes(http, listing("quick replies")))
    .use(quickReplyImportRoutes(http))
    .use(erasureRoutes(http, listing("erasures")))
    .use(archiveRoutes(http, shared))
    .use(contactRoutes(http, listing("contacts")))
    .use(contactSettingsRoutes(http, shared))
    .use(inboxRuleRoutes(http, shared));
}
