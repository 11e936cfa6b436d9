/** Dial codes and area codes in columns of their own: joined with the number, or refused, and never left out. */
import { expect, test } from "bun:test";
import { contactsOf, readFile } from "./read-file.ts";

const numbersOf = async (file: string, country: string) =>
  (await contactsOf(file, country)).map((contact) => contact?.phone_number ?? null);

test.each([
  [
    "Name,Dial Code,Mobile\na,44,7400123411\nb,+52,5512345611\nc,49,15123450111\nd,,015123450112",
    "DE",
    ["+447400123411", "+525512345611", "+4915123450111", "+4915123450112"],
  ],
  [
    "Nome;DDI;DDD;Celular\na;55;21;961234511\nb;55;021;96123-4512\nc;351;;912345611",
    "BR",
    ["+5521961234511", "+5521961234512", "+351912345611"],
  ],
  [
    "Nome;DDD;Telefone\na;11;961234513\nb;11;11961234514\nc;11;+55 21 961234515\nd;11;2345-6711",
    "BR",
    ["+5511961234513", "+5511961234514", "+5521961234515", "+551123456711"],
  ],
  [
    "Name;Vorwahl;Rufnummer\na;0151;23450113\nb;030;1234511\nc;+43;6641234511\nd;30;01512 3450114",
    "DE",
    ["+4915123450113", "+49301234511", "+436641234511", "+4915123450114"],
  ],
  [
    "name,phone area code,phone\na,415,5550111\nb,415,4155550112\nc,415,+442079460811",
    "US",
    ["+14155550111", "+14155550112", "+442079460811"],
  ],
  [
    "Name,Phone Country Code,Phone,Country\na,DE (+49),15123450115,France\nb,1-876,5550113,France\nc,0044,07400 123412,France",
    "FR",
    ["+4915123450115", "+18765550113", "+447400123412"],
  ],
  [
    "name,Work phone country code,Work phone,Mobile phone country code,Mobile phone\na,33,123456711,44,7400123413",
    "DE",
    ["+447400123413"],
  ],
  ["الاسم,مفتاح الدولة,رقم الجوال\na,966,501234511", "EG", ["+966501234511"]],
  ["姓名,国家代码,手机号码\na,86,13812345611", "DE", ["+8613812345611"]],
  ["name,cc,phone\na,44,7400123415\nb,1,4155550114", "DE", ["+447400123415", "+14155550114"]],
  ["name,Intl,phone\na,+44,7400123416\nb,+52,5512345612", "DE", ["+447400123416", "+525512345612"]],
  ["name,Phone CC,Phone\na,44,7400123417", "DE", ["+447400123417"]],
  ["name,country code (e.g. 44),phone\na,44,7400123418", "DE", ["+447400123418"]],
  ["Имя,Код города,Телефон\na,495,1234511", "RU", ["+74951234511"]],
  ["name,phone,Level\na,015123450118,+1", "DE", ["+4915123450118"]],
  ["Nombre,Prefijo,Teléfono\na,+34,612345611\nb,34,612345612", "ES", ["+34612345611", "+34612345612"]],
])("%s", async (file, country, numbers) => {
  expect(await numbersOf(file, country)).toEqual(numbers);
});

test.each([
  ["Dial Code,Phone\n44,15123450116", "DE", "code that stands beside it"],
  ["DDD,Telefone\n11,21961234516", "BR", "code that stands beside it"],
  ["Prefix,Phone\n44,7400123414", "DE", "could be"],
  ["Dial Code,Phone\n999,7400123414", "DE", "code that stands beside it"],
])("%s is refused in %s", async (file, country, why) => {
  const { records } = await readFile("csv", file, country);
  expect(records[0]).toMatchObject({ contact: null, refusal: { detail: expect.stringContaining(why) } });
});

test.each([
  ["Phone with country code", "+4915123450117"],
  ["Telefone com DDD", "+4915123450117"],
  ["Country code + mobile number", "+4915123450117"],
  ["Area code", "+4915123450117"],
])("in '%s' are whole numbers", async (heading, number) => {
  expect(await numbersOf(`${heading}\n${number}\n`, "DE")).toEqual([number]);
});
