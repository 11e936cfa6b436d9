/** A message of each of Meta's types. */
const button = { type: "button", body: { text: "Come?" }, action: {} };
export const interactive = (part: object) => ({ type: "interactive", interactive: { ...button, ...part } });
const link = "https://example.com/menu.png";

/** What is sent, and the type and content it becomes. */
export const MESSAGES: Record<string, [body: object, type: string, content: object]> = {
  text: [
    { type: "text", text: { body: "Ready", preview_url: true } },
    "text",
    { body: "Ready", preview_url: true },
  ],
  "text without a type": [{ text: { body: "Ready" } }, "text", { body: "Ready" }],
  image: [{ type: "image", image: { link, caption: "Menu" } }, "image", { media_url: link, caption: "Menu" }],
  video: [{ type: "video", video: { link } }, "video", { media_url: link }],
  voice: [{ type: "audio", audio: { link, voice: true } }, "audio", { media_url: link, voice: true }],
  document: [
    { type: "document", document: { link, filename: "menu.pdf", caption: "Ours" } },
    "document",
    { media_url: link, file_name: "menu.pdf", caption: "Ours" },
  ],
  sticker: [{ type: "sticker", sticker: { link } }, "sticker", { media_url: link }],
  location: [
    { type: "location", location: { latitude: "53.5", longitude: 9.9, name: "Pier" } },
    "location",
    { latitude: 53.5, longitude: 9.9, name: "Pier", address: "53.5, 9.9" },
  ],
  contacts: [
    {
      type: "contacts",
      contacts: [
        {
          name: { formatted_name: "Ben Ray", first_name: "Ben" },
          org: { company: "Pier 4" },
          phones: [{ phone: "+49 170 0000002", wa_id: "491700000002" }],
        },
      ],
    },
    "contact",
    { full_name: "Ben Ray", phone: "491700000002", organization: "Pier 4" },
  ],
  buttons: [
    interactive({
      header: { type: "document", document: { link, filename: "a.pdf" } },
      footer: { text: "Pier 4" },
      action: { buttons: [{ type: "reply", reply: { id: "y", title: "Yes" } }] },
    }),
    "buttons",
    {
      header: { type: "document", media_url: link, file_name: "a.pdf" },
      body: "Come?",
      footer: "Pier 4",
      buttons: [{ id: "y", title: "Yes" }],
    },
  ],
  list: [
    interactive({
      type: "list",
      header: { type: "text", text: "When" },
      action: { button: "Times", sections: [{ title: "Today", rows: [{ id: "1", title: "One" }] }] },
    }),
    "list",
    {
      header: { type: "text", text: "When" },
      body: "Come?",
      button_text: "Times",
      sections: [{ title: "Today", rows: [{ id: "1", title: "One" }] }],
    },
  ],
  cta_url: [
    interactive({
      type: "cta_url",
      action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com" } },
    }),
    "cta_url",
    { body: "Come?", button_text: "Open", url: "https://example.com" },
  ],
  location_request: [
    interactive({ type: "location_request_message", action: { name: "send_location" } }),
    "location_request",
    { body: "Come?" },
  ],
  request_contact_info: [
    interactive({ type: "request_contact_info", action: { name: "request_contact_info" } }),
    "request_contact_info",
    { body: "Come?" },
  ],
  call_permission_request: [
    interactive({ type: "call_permission_request", action: { name: "call_permission_request" } }),
    "call_permission_request",
    { body: "Come?" },
  ],
  address: [
    interactive({
      type: "address_message",
      action: { name: "address_message", parameters: { country: "IN", values: { city: "Pune" } } },
    }),
    "address",
    { body: "Come?", country: "IN", values: { city: "Pune" } },
  ],
  product: [
    interactive({ type: "product", action: { catalog_id: "77", product_retailer_id: "tent" } }),
    "single_product",
    { body: "Come?", catalog_id: "77", product_retailer_id: "tent" },
  ],
  product_list: [
    interactive({
      type: "product_list",
      header: { type: "text", text: "Trip" },
      action: {
        catalog_id: "77",
        sections: [{ title: "A", product_items: [{ product_retailer_id: "tent" }] }],
      },
    }),
    "multi_product",
    {
      header: { type: "text", text: "Trip" },
      body: "Come?",
      catalog_id: "77",
      sections: [{ title: "A", products: [{ product_retailer_id: "tent" }] }],
    },
  ],
  catalog: [
    interactive({
      type: "catalog_message",
      action: { name: "catalog_message", parameters: { thumbnail_product_retailer_id: "tent" } },
    }),
    "catalog",
    { body: "Come?", thumbnail_product_retailer_id: "tent" },
  ],
  "media carousel": [
    interactive({ type: "carousel", action: { cards: [0, 1].map(mediaCard) } }),
    "media_carousel",
    {
      body: "Come?",
      cards: [0, 1].map((index) => ({
        media_type: "image",
        media_url: link,
        body: `No. ${index}`,
        url_button: { title: "Open", url: "https://example.com" },
      })),
    },
  ],
  "product carousel": [
    interactive({ type: "carousel", action: { cards: ["tent", "lamp"].map(productCard) } }),
    "product_carousel",
    {
      body: "Come?",
      catalog_id: "77",
      products: [{ product_retailer_id: "tent" }, { product_retailer_id: "lamp" }],
    },
  ],
};

function mediaCard(card_index: number) {
  return {
    card_index,
    type: "cta_url",
    header: { type: "image", image: { link } },
    body: { text: `No. ${card_index}` },
    action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com" } },
  };
}

function productCard(product_retailer_id: string, card_index: number) {
  return { card_index, type: "product", action: { product_retailer_id, catalog_id: "77" } };
}
