import { items, type Json, link, type Table, words } from "../table.ts";

const url = "https://example.com/a";
const hints = { name: "Tent", price: "9.00", currency: "EUR", url, image_url: url };
const product = (index: number) => ({ product_retailer_id: `sku-${index}` });
const full = { product_retailer_id: "sku", ...hints };
const catalog_id = "1234567890";
const { header, body, footer } = { header: { type: "text", text: "Above" }, body: "Look", footer: "Below" };

const hintLimits = (at: string) => [
  ...[words(`${at}/name`, 200), words(`${at}/price`, 32)],
  ...[link(`${at}/url`, 2000), link(`${at}/image_url`)],
];

const badCatalog = (content: Json) => ({
  because: "the catalog's id is a name",
  content: { ...content, catalog_id: "shop" },
  at: "/catalog_id",
  says: "expected the digits of the catalog's id",
});

const carousel = { body, catalog_id, products: [full, product(1)] };

export const productCarousel: Table = {
  content: carousel,
  required: ["/body", "/products", "/products/0/product_retailer_id"],
  requiredOnOfficial: ["/catalog_id"],
  limits: [
    words("/body", 1024),
    items("/products", 2, 10, product),
    words("/products/0/product_retailer_id", 100),
    ...hintLimits("/products/0"),
  ],
  refused: [
    badCatalog(carousel),
    {
      because: "a product is in it twice",
      content: { ...carousel, products: [product(1), product(1)] },
      at: "/products/1/product_retailer_id",
      says: "must be unique",
    },
  ],
};

const single = { catalog_id, product_retailer_id: "sku", body, footer, product: hints };

export const singleProduct: Table = {
  content: single,
  required: ["/product_retailer_id"],
  requiredOnOfficial: ["/catalog_id"],
  limits: [
    ...[words("/product_retailer_id", 100), words("/body", 1024), words("/footer", 60)],
    ...hintLimits("/product"),
  ],
  taken: { "no words at all": { catalog_id, product_retailer_id: "sku" } },
  refused: [
    badCatalog(single),
    { because: "it has a header", content: { ...single, header }, at: "/header", says: "unknown field" },
    {
      because: "its currency is a sign",
      content: { ...single, product: { currency: "€" } },
      at: "/product/currency",
      says: "expected an ISO 4217 code",
    },
  ],
};

const multi = { header, body, footer, catalog_id, sections: [{ title: "One", products: [full] }] };
const fifteen = (from: number) => Array.from({ length: 15 }, (_, index) => product(from + index));

export const multiProduct: Table = {
  content: multi,
  required: [
    ...["/header", "/header/text", "/body", "/sections", "/sections/0/products"],
    "/sections/0/products/0/product_retailer_id",
  ],
  requiredOnOfficial: ["/catalog_id"],
  limits: [
    ...[words("/header/text", 60), words("/body", 1024), words("/footer", 60)],
    items("/sections", 1, 10, (index) => ({ title: `${index}`, products: [product(index)] })),
    words("/sections/0/title", 24),
    items("/sections/0/products", 1, 30, product),
    words("/sections/0/products/0/product_retailer_id", 100),
    ...hintLimits("/sections/0/products/0"),
  ],
  aliases: [[{ ...multi, header: "Above" }, multi]],
  taken: {
    "thirty products in two sections": {
      ...multi,
      sections: [
        { title: "One", products: fifteen(0) },
        { title: "Two", products: fifteen(15) },
      ],
    },
  },
  refused: [
    badCatalog(multi),
    {
      because: "all sections together have 31 products",
      content: {
        ...multi,
        sections: [
          { title: "One", products: fifteen(0) },
          { title: "Two", products: [...fifteen(15), product(30)] },
        ],
      },
      at: "/sections",
      says: "at most 30 products in all sections together, not 31",
    },
    {
      because: "one of two sections has no title",
      content: { ...multi, sections: [{ products: [product(0)] }, { title: "B", products: [product(1)] }] },
      at: "/sections/0/title",
      says: "required when there is more than one section",
    },
  ],
};

export const catalog: Table = {
  content: { body, footer, thumbnail_product_retailer_id: "sku" },
  required: ["/body"],
  requiredOnOfficial: ["/thumbnail_product_retailer_id"],
  limits: [words("/body", 1024), words("/footer", 60), words("/thumbnail_product_retailer_id", 100)],
};
