import { Nullable, Type } from "../../lib/typebox.ts";

const Counted = Type.Object({
  messages: Type.Integer(),
  amount: Nullable(Type.Number({ description: "Null where WhatsApp doesn't say" })),
});

const REASONS = [
  ...["not_reported", "not_charged", "another_day", "another_category", "another_country"],
  ...["another_rate", "max_price", "tier_order", "no_rate"],
];

const DifferenceSchema = Type.Object({
  reason: Type.Union(REASONS.map((reason) => Type.Literal(reason))),
  detail: Type.String({ description: "The reason in words" }),
  day: Type.String({ description: "In the account's time zone" }),
  country: Nullable(Type.String({ description: "The recipients', by two letters" })),
  category: Nullable(Type.String({ description: "Null for free messages" })),
  free: Type.Boolean(),
  ledger: Counted,
  invoice: Counted,
  message_ids: Type.Array(Type.String(), {
    description:
      "Messages that may be the ones, at most 20: none where WhatsApp delivered what Waypost didn't send",
  }),
});

const Total = {
  currency: Nullable(Type.String()),
  messages: Type.Integer({ description: "Delivered" }),
  free: Type.Integer({ description: "Of these" }),
  amount: Nullable(Type.Number()),
};

const Sum = {
  messages: Type.Integer({ description: "Delivered" }),
  free: Type.Integer({ description: "Of these" }),
  amount: Type.Number(),
};

const Together = {
  totals: Type.Array(
    Type.Object({
      currency: Nullable(Type.String()),
      ledger: Type.Object(Sum, { description: "What Waypost counted" }),
      invoice: Type.Object(Sum, { description: "What WhatsApp says that it charged" }),
      difference: Type.Object(Sum, { description: "By how much the invoice has more" }),
    }),
    { description: "All numbers that were compared, by currency" },
  ),
  not_compared: Type.Array(
    Type.Object({
      channel_id: Type.String(),
      phone_number: Nullable(Type.String()),
      account_id: Nullable(Type.String()),
      reason: Type.String(),
    }),
    {
      description:
        "Numbers that are not in `totals`: their amounts, or anything at all, could not be compared",
    },
  ),
};

export const InvoiceSchema = Type.Object(
  {
    month: Type.String(),
    equal: Type.Boolean({ description: "Whether all numbers are" }),
    ...Together,
    data: Type.Array(
      Type.Object({
        channel_id: Type.String(),
        phone_number: Nullable(Type.String()),
        waba_id: Nullable(Type.String()),
        account_id: Nullable(
          Type.String({
            description:
              "The account that is billed: the messaging account that messages were sent with, or the business account for all others",
          }),
        ),
        time_zone: Type.String({ description: "The account's, by whose days and months it is charged" }),
        equal: Type.Boolean({ description: "All was compared, and only `tier_order` differs" }),
        ledger: Type.Array(
          Type.Object({
            ...Total,
            unpriced: Type.Integer({ description: "Charged ones that the rate card has no rate for" }),
          }),
          { description: "What Waypost counted, by currency" },
        ),
        invoice: Nullable(Type.Object(Total, { description: "What WhatsApp says that it charged" })),
        differences: Type.Array(DifferenceSchema),
        error: Nullable(
          Type.String({ description: "Why the amounts, or anything at all, could not be compared" }),
        ),
      }),
    ),
  },
  { title: "Invoice", description: "The ledger of a month beside WhatsApp's invoice" },
);

const counted = (messages: number, amount: number) => ({ messages, amount });

export const INVOICE_EXAMPLE = {
  month: "2026-10",
  equal: false,
  totals: [
    {
      currency: "USD",
      ledger: { messages: 1_400, free: 1_000, amount: 25 },
      invoice: { messages: 1_401, free: 1_000, amount: 25.0625 },
      difference: { messages: 1, free: 0, amount: 0.0625 },
    },
  ],
  not_compared: [],
  data: [
    {
      channel_id: "ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
      phone_number: "+14155550100",
      waba_id: "500400300200100",
      account_id: "500400300200100",
      time_zone: "America/Sao_Paulo",
      equal: false,
      ledger: [{ currency: "USD", messages: 1_400, free: 1_000, unpriced: 0, amount: 25 }],
      invoice: { currency: "USD", messages: 1_401, free: 1_000, amount: 25.0625 },
      differences: [
        {
          reason: "not_reported",
          detail:
            "WhatsApp delivered messages whose delivery was not reported here: these are still `sent`, or others were sent past Waypost",
          ...{ day: "2026-10-31", country: "BR", category: "marketing", free: false },
          ...{ ledger: counted(12, 0.75), invoice: counted(13, 0.8125) },
          message_ids: ["01930e2a-7c1b-7d4e-9a8f-3b2c1d0e4f5a"],
        },
      ],
      error: null,
    },
  ],
};
