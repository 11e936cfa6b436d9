import { Package } from "lucide-react";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import { Layout } from "../layout.tsx";
import style from "../phone.module.css";
import { type Json, objectOf, objectsOf, textAt, webAddress } from "../read.ts";
import { Swiped } from "./cards.tsx";
import { priced, priceOf } from "./order.tsx";

/** Several products of a catalog: in a menu, or as cards. */
export function Products({ content }: Drawn) {
  const products = objectsOf(content.products);
  const buttons =
    objectsOf(content.sections).length === 0 ? [] : [{ title: PHONE.viewItems, kind: "catalog" }];
  const cards = <Swiped of={products}>{(product) => <Product product={product} />}</Swiped>;
  return <Layout content={content} words={textAt(content, "body")} buttons={buttons} below={cards} />;
}

/** One product of a catalog. */
export function SingleProduct({ content }: Drawn) {
  return (
    <Layout content={content} words={textAt(content, "body")}>
      <Product product={{ ...content, ...objectOf(content.product) }} />
    </Layout>
  );
}

function Product({ product }: { product: Json }) {
  const name = textAt(product, "name", "product_retailer_id");
  const address = webAddress(textAt(product, "url"));
  return (
    <span className={style.card}>
      <Package aria-hidden size="1.25rem" />
      <span>
        {address === null ? (
          <bdi className={style.title}>{name}</bdi>
        ) : (
          <a href={address.href} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{name}</bdi>
          </a>
        )}
        <bdi className={style.small}>
          {textAt(product, "price") ?? priced(priceOf(product), product.currency)}
        </bdi>
      </span>
    </span>
  );
}
