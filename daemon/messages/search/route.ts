import { Elysia } from "elysia";
import { withCurrentNames } from "../../../db/contacts/current-names.ts";
import { clean } from "../../contacts/fields.ts";
import { refused } from "../../contacts/refused.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../../http/paging.ts";
import type { Reading } from "../../http/reading.ts";
import type { Http } from "../../http/server.ts";
import { type Static, Type } from "../../lib/typebox.ts";
import type { Providers } from "../../providers/provider.ts";
import { MessageSchema, showMessage } from "../record.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import { withWaiting } from "../waiting/with-waiting.ts";
import type { Highlight } from "./highlights.ts";
import type { Search } from "./moments.ts";
import { searchMessages } from "./search.ts";
import { type Word, wordsOf } from "./words.ts";

const MOST_WORDS = 16;

const SearchQuery = Type.Object({
  ...PagingQuery,
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "Words that a message must all have, in any order; each finds words that begin with it. Ignores case, accents and marks. In scripts without blanks between words, such as Chinese, Japanese and Thai, it is found anywhere",
    examples: ["order tomorrow"],
  }),
  channel_id: Type.Optional(Type.String()),
  contact_id: Type.Optional(Type.String()),
  conversation_id: Type.Optional(Type.String()),
  direction: Type.Optional(Type.Union([Type.Literal("inbound"), Type.Literal("outbound")])),
  from: Type.Optional(Type.String({ format: "date-time", description: "Recorded at or after this time" })),
  to: Type.Optional(Type.String({ format: "date-time", description: "Recorded before this time" })),
});

const Place = Type.Unsafe<Highlight>(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }));

const FoundSchema = Type.Object(
  {
    ...MessageSchema.properties,
    highlights: Type.Array(Place, {
      description:
        "Where the words are in `text`: where each begins, from 0, and how long it is, in Unicode characters (code points): in JavaScript, of `Array.from(text)`",
    }),
  },
  {
    title: "FoundMessage",
    examples: MessageSchema.examples?.map((example: object) => ({ ...example, highlights: [[5, 5]] })),
  },
);

type Dependencies = {
  reading: Reading;
  cursors: Cursors;
  templates: TemplateDefinitions;
  providers: Providers;
};

/** `/v1/messages/search`: messages by what was said. */
export function searchRoute(http: Http, dependencies: Dependencies) {
  const { reading, templates, providers } = dependencies;
  const cursors = dependencies.cursors.of("search");
  return new Elysia({ prefix: "/v1/messages/search" }).use(http).get(
    "",
    async ({ caller, query }) => {
      const search = searchOf(caller, query);
      const { channelId } = search;
      // before any word is looked up: how long that takes would tell what another channel has
      if (channelId !== undefined && !mayUseChannel(caller, channelId))
        return { data: [], meta: { next_cursor: null } };
      return await page({ reading: reading.of(caller), cursors }, query, {
        async read(sql, before, most) {
          const named = await withCurrentNames(sql, caller.organizationId, search);
          const { rows, end } = await searchMessages(sql, templates.find, named, before, most);
          const shown = await withWaiting(
            sql,
            providers,
            rows.map(({ row }) => row),
          );
          return { rows: rows.map((hit, nth) => ({ ...hit, waiting: shown[nth]?.waiting ?? null })), end };
        },
        show: async ({ row, highlights, waiting }) => ({
          ...(await showMessage(templates, row, waiting)),
          highlights,
        }),
        position: ({ row }) => row.id,
      });
    },
    {
      permission: "messages:read",
      query: SearchQuery,
      detail: documented({
        operation: "searchMessages",
        summary: "Search messages",
        description:
          "Messages by what was said, as `text` shows it: texts, captions, file names, names of places, templates with their parameters in place, the titles of buttons and rows that were chosen. New messages are found after some seconds, and the newest are listed first. Of an edited message the new text is found, of a deleted one none. Of a text, the first 10,000 characters are searched.",
        lists: FoundSchema,
      }),
    },
  );
}

function searchOf(caller: Caller, query: Static<typeof SearchQuery>): Search {
  const { q, channel_id, contact_id, conversation_id, direction, from, to } = query;
  return {
    words: soughtWords(q),
    ...{ organizationId: caller.organizationId, channelIds: caller.channelIds, direction },
    ...{ channelId: channel_id, contactId: contact_id, conversationId: conversation_id },
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

/** The words of a search. Throws 422 when there are none, or too many. */
function soughtWords(q: string): Word[] {
  const words = wordsOf(clean("/q", q));
  if (words.length === 0)
    throw refused("/q", "has no letter or digit to search for: write a word or its beginning");
  if (words.length > MOST_WORDS)
    throw refused("/q", `has ${words.length} words: write ${MOST_WORDS} at most`);
  return words;
}
