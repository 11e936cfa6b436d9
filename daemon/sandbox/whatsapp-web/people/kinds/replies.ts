import { baileys } from "../signal/libraries.ts";
import { contextOf, type Maker, numberOf, textOf } from "./kind.ts";

/** The reply to a message with buttons: `id`, `title`, `reply_to`. */
export const buttonReply: Maker = (content, scene) => ({
  type: "media",
  mediaType: "buttons_response",
  message: {
    buttonsResponseMessage: {
      selectedButtonId: textOf(content, "id", "yes"),
      selectedDisplayText: textOf(content, "title", "Yes"),
      type: baileys().proto.Message.ButtonsResponseMessage.Type.DISPLAY_TEXT,
      ...contextOf(content, scene),
    },
  },
});

/** The reply to a list: `id`, `title`, `description`, `reply_to`. */
export const listReply: Maker = (content, scene) => ({
  type: "media",
  mediaType: "list_response",
  message: {
    listResponseMessage: {
      title: textOf(content, "title", "First"),
      description: textOf(content, "description", ""),
      listType: baileys().proto.Message.ListResponseMessage.ListType.SINGLE_SELECT,
      singleSelectReply: { selectedRowId: textOf(content, "id", "first") },
      ...contextOf(content, scene),
    },
  },
});

/** The reply to a button of a template: `id`, `title`, `index`, `reply_to`. */
export const templateButtonReply: Maker = (content, scene) => ({
  message: {
    templateButtonReplyMessage: {
      selectedId: textOf(content, "id", "stop"),
      selectedDisplayText: textOf(content, "title", "Stop"),
      selectedIndex: numberOf(content, "index", 0),
      ...contextOf(content, scene),
    },
  },
});

/** The reply to a native flow: `name`, `params` (JSON), `body`, `reply_to`. */
export const flowReply: Maker = (content, scene) => ({
  type: "media",
  mediaType: "native_flow_response",
  message: {
    interactiveResponseMessage: {
      body: { text: textOf(content, "body", "Sent") },
      nativeFlowResponseMessage: {
        name: textOf(content, "name", "flow"),
        paramsJson: textOf(content, "params", "{}"),
        version: 3,
      },
      ...contextOf(content, scene),
    },
  },
});

/** `order_id`, `token`, `title`, `item_count`. */
export const order: Maker = (content, scene) => ({
  type: "media",
  mediaType: "order",
  message: {
    orderMessage: {
      orderId: textOf(content, "order_id", "1234567890"),
      token: textOf(content, "token", "token"),
      orderTitle: textOf(content, "title", "Order"),
      itemCount: numberOf(content, "item_count", 1),
      totalAmount1000: 25_000,
      totalCurrencyCode: "USD",
      ...contextOf(content, scene),
    },
  },
});

/** `product_id`, `title`. */
export const product: Maker = (content, { to, form }) => ({
  type: "media",
  mediaType: "product",
  message: {
    productMessage: {
      product: {
        productId: textOf(content, "product_id", "1234"),
        title: textOf(content, "title", "Product"),
      },
      businessOwnerJid: `${form === "lid" ? to.lid : to.number}@${form}`,
    },
  },
});
