import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { findSync, requestSync } from "../../db/templates/syncs.ts";
import {
  getTemplate,
  insertTemplate,
  listTemplates,
  type TemplateRow,
} from "../../db/templates/templates.ts";
import { audited } from "../auth/audit.ts";
import { accountOf } from "../channels/account.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found, notFound } from "../http/found.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import {
  Category,
  CreateTemplateBody,
  checkedDefinition,
  checkedMaxPrice,
  UpdateTemplateBody,
} from "./definition.ts";
import { DOCUMENTED } from "./documentation.ts";
import { removeTemplate, type SubmitDependencies, submitTemplate } from "./submit.ts";
import { showSync, showTemplate, TemplateStatus } from "./template.ts";
import { changeTemplate } from "./update.ts";

export type TemplateDependencies = SubmitDependencies & { reading: Reading; cursors: Cursors };

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

const ListQuery = Type.Object({
  ...PagingQuery,
  channel_id: Type.Optional(Type.String({ maxLength: 64 })),
  status: Type.Optional(TemplateStatus),
  name: Type.Optional(Type.String({ maxLength: 512 })),
  language: Type.Optional(Type.String({ maxLength: 16 })),
  category: Type.Optional(Category),
});

const SyncBody = Type.Object(
  {
    channel_id: Type.Optional(Type.String({ maxLength: 64, description: "Default: every official channel" })),
  },
  { examples: [{ channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }] },
);

/** `/v1/templates`: message templates, here and at Meta. */
export function templateRoutes(http: Http, dependencies: TemplateDependencies) {
  const { sql, reading, secrets, cursors, providers } = dependencies;

  async function mustFind(caller: Caller, id: string, one: Queryable = sql): Promise<TemplateRow> {
    return found(await getTemplate(one, caller.organizationId, id, caller.channelIds), "template");
  }

  async function mustFindChannel(caller: Caller, id: string) {
    const channel = mayUseChannel(caller, id) ? await findChannel(sql, caller.organizationId, id) : null;
    if (channel === null) {
      throw problem(422, "channel_not_found", "there is no such channel", {
        errors: [{ path: "/channel_id", message: "no such channel" }],
      });
    }
    return channel;
  }

  return new Elysia({ prefix: "/v1/templates" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) => {
        const wanted = { ...query, channelId: query.channel_id, only: caller.channelIds };
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listTemplates(sql, caller.organizationId, wanted, before, most),
          show: showTemplate,
          position: (row) => row.id,
        });
      },
      { permission: "templates:read", query: ListQuery, detail: DOCUMENTED.list },
    )
    .post(
      "",
      async ({ caller, body, once }) => {
        const { wabaId } = accountOf(providers, await mustFindChannel(caller, body.channel_id), secrets);
        const { name, language } = body;
        const { category, parameter_format, components } = checkedDefinition({
          ...{ category: body.category, components: body.components },
          parameter_format: body.parameter_format ?? "POSITIONAL",
        });
        const maxPrice = checkedMaxPrice(body.optimization_spec, category);
        const id = newId("tpl");
        const template = {
          ...{ organization_id: caller.organizationId, id, waba_id: wabaId },
          ...{ name, language, category, parameter_format },
          components: JSON.stringify(components),
          optimization_spec: maxPrice === undefined ? null : JSON.stringify(maxPrice),
        };
        const entry = {
          action: "template.created",
          target: { type: "template", id },
          changes: { name, language },
        };
        return await once(async (sql) => {
          await audited(sql, caller, entry, async (transaction) => {
            if (!(await insertTemplate(transaction, template)))
              throw problem(409, "template_exists", `the account has a template ${name} in ${language}`);
          });
          const made = { ...(await mustFind(caller, id, sql)), channel_id: body.channel_id };
          return { status: 201, body: showTemplate(made) };
        });
      },
      {
        permission: "templates:manage",
        idempotent: true,
        body: CreateTemplateBody,
        detail: DOCUMENTED.create,
      },
    )
    .post(
      "/sync",
      async ({ caller, body, once }) => {
        const channelId = body.channel_id ?? null;
        if (channelId !== null) accountOf(providers, await mustFindChannel(caller, channelId), secrets);
        else if (caller.channelIds !== null) {
          throw problem(422, "invalid_request", "this key is limited to some channels; give one", {
            errors: [{ path: "/channel_id", message: "required with this key" }],
          });
        }
        const id = newId("syn");
        const entry = { action: "template.sync_requested", target: { type: "synchronisation", id } };
        return await once(async (sql) => {
          await audited(sql, caller, { ...entry, changes: body }, (transaction) =>
            requestSync(transaction, { organizationId: caller.organizationId, id, channelId }),
          );
          return { status: 202, body: { id } };
        });
      },
      { permission: "templates:manage", idempotent: true, body: SyncBody, detail: DOCUMENTED.sync },
    )
    .get(
      "/sync/:id",
      async ({ caller, params }) => {
        const sync = await findSync(sql, caller.organizationId, params.id);
        const visible =
          sync !== null && (caller.channelIds === null || mayUseChannel(caller, sync.channel_id ?? ""));
        if (!visible) throw notFound("synchronisation");
        return showSync(sync);
      },
      { permission: "templates:read", params: Id, detail: DOCUMENTED.getSync },
    )
    .get("/:id", async ({ caller, params }) => showTemplate(await mustFind(caller, params.id)), {
      permission: "templates:read",
      params: Id,
      detail: DOCUMENTED.get,
    })
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        await changeTemplate(sql, caller, await mustFind(caller, params.id), body);
        return showTemplate(await mustFind(caller, params.id));
      },
      { permission: "templates:manage", params: Id, body: UpdateTemplateBody, detail: DOCUMENTED.update },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        await removeTemplate(dependencies, caller, await mustFind(caller, params.id));
        set.status = 204;
      },
      { permission: "templates:manage", elsewhere: true, params: Id, detail: DOCUMENTED.remove },
    )
    .post(
      "/:id/submit",
      async ({ caller, params, onceElsewhere }) =>
        await onceElsewhere(async () => {
          await submitTemplate(dependencies, caller, await mustFind(caller, params.id));
          return { status: 202, body: showTemplate(await mustFind(caller, params.id)) };
        }),
      { permission: "templates:manage", idempotent: true, params: Id, detail: DOCUMENTED.submit },
    );
}
