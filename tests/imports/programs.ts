/** Exports of today's address books and shops: the heading, and a record of somebody with a mobile number. */
export type Program = { program: string; heading: string; record: string; email?: boolean };

/** Of each, the mobile number is +4915123456701, the name Ada Byron, and the address ada@example.org. */
export const PROGRAMS: readonly Program[] = [
  {
    program: "Google",
    heading:
      "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value",
    record:
      "Ada,,Byron,,,,,,,,Engines,,,,,,* myContacts ::: VIP,* ,ada@example.org,Work,+49 30 1234567,Mobile,+49 1512 3456701",
  },
  {
    program: "Google, before 2024",
    heading:
      "Name,Given Name,Family Name,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value",
    record:
      "Ada Byron,Ada,Byron,,* myContacts,* Home,ada@example.org,Home,+49 30 1234567,Mobile,0151 23456701",
  },
  {
    program: "Outlook, English",
    heading:
      '"Title","First Name","Middle Name","Last Name","Suffix","Company","Department","Job Title","Business Fax","Business Phone","Business Phone 2","Home Phone","Mobile Phone","Other Phone","Primary Phone","Categories","E-mail Address","E-mail 2 Address"',
    record:
      '"","Ada","","Byron","","Engines","","","030 1234569","030 1234567","","","0151 23456701","","","VIP;Kunden","ada@example.org",""',
  },
  {
    program: "Outlook, German",
    heading:
      '"Anrede","Vorname","Weitere Vornamen","Nachname","Suffix","Firma","Abteilung","Position","Fax geschäftlich","Telefon geschäftlich","Telefon geschäftlich 2","Telefon privat","Mobiltelefon","Weiteres Telefon","Haupttelefon","E-Mail-Adresse","Kategorien"',
    record:
      '"","Ada","","Byron","","","","","030 1234569","030 1234567","","","0151 23456701","","","ada@example.org",""',
  },
  {
    program: "Outlook, French",
    heading:
      '"Titre","Prénom","Deuxième prénom","Nom","Suffixe","Société","Télécopie (bureau)","Téléphone (bureau)","Téléphone 2 (bureau)","Téléphone (domicile)","Tél. mobile","Autre téléphone","Téléphone principal","Adresse de messagerie","Catégories"',
    record:
      '"","Ada","","Byron","","","030 1234569","030 1234567","","","0151 23456701","","","ada@example.org",""',
  },
  {
    program: "Outlook, Spanish",
    heading:
      '"Título","Nombre","Segundo nombre","Apellidos","Organización","Fax del trabajo","Teléfono del trabajo","Teléfono del trabajo 2","Teléfono particular","Teléfono móvil","Otro teléfono","Teléfono principal","Dirección de correo electrónico","Categorías"',
    record:
      '"","Ada","","Byron","","030 1234569","030 1234567","","","0151 23456701","","","ada@example.org",""',
  },
  {
    program: "Outlook, Italian",
    heading:
      '"Titolo","Nome","Secondo nome","Cognome","Società","Fax (uff.)","Telefono (uff.)","Telefono (uff.) 2","Telefono (ab.)","Cellulare","Altro telefono","Telefono principale","Indirizzo posta elettronica","Categorie"',
    record:
      '"","Ada","","Byron","","030 1234569","030 1234567","","","0151 23456701","","","ada@example.org",""',
  },
  {
    program: "HubSpot",
    heading:
      '"Record ID - Contact","First Name","Last Name","Email","Phone Number","Mobile Phone Number","WhatsApp Phone Number","Lead Status","Marketing contact status","Country/Region","Create Date","Associated Company"',
    record:
      '"101","Ada","Byron","ada@example.org","030 1234567","0151 23456701","","","","Germany","2026-03-01 10:00",""',
  },
  {
    program: "Salesforce, report",
    heading:
      '"Salutation","First Name","Last Name","Title","Account Name","Mailing Street","Mailing City","Mailing Country","Phone","Fax","Mobile","Email","Account Owner"',
    record:
      '"Ms.","Ada","Byron","","Engines","","","","030 1234567","030 1234569","0151 23456701","ada@example.org","Bob"',
  },
  {
    program: "Salesforce, Data Loader",
    heading:
      '"ID","LASTNAME","FIRSTNAME","NAME","PHONE","FAX","MOBILEPHONE","HOMEPHONE","OTHERPHONE","ASSISTANTPHONE","EMAIL"',
    record:
      '"003","Byron","Ada","Ada Byron","030 1234567","","0151 23456701","","","0151 23456799","ada@example.org"',
  },
  {
    program: "Mailchimp",
    heading:
      '"Email Address","First Name","Last Name","Address","Phone Number","SMS Phone Number","Birthday","MEMBER_RATING","OPTIN_TIME","OPTIN_IP","CC","REGION","LAST_CHANGED","LEID","EUID","NOTES","TAGS"',
    record:
      '"ada@example.org","Ada","Byron","","030 1234567","0151 23456701","","2","2026-03-01 10:00:00","","","","2026-03-01 10:00:00","1","e1","","""VIP"",""Berlin"""',
  },
  {
    program: "Shopify",
    heading:
      "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
    record:
      "'7001,Ada,Byron,ada@example.org,yes,,,Berlin,DE,10115,030 1234567,'+4915123456701,no,0.00,0,,no,VIP",
  },
  {
    program: "WooCommerce",
    heading:
      "user_id,user_login,user_email,billing_first_name,billing_last_name,billing_company,billing_country,billing_email,billing_phone,shipping_first_name,shipping_last_name,shipping_phone",
    record: "3,ada,ada@example.org,Ada,Byron,,DE,ada@example.org,0151 23456701,Bob,Byron,030 1234567",
  },
  {
    program: "Meta lead ads",
    heading:
      "id\tcreated_time\tad_id\tad_name\tform_id\tform_name\tis_organic\tplatform\tfull_name\tphone_number\temail\tlead_status",
    record:
      "l:12\t2026-11-20T10:00:00+01:00\tag:120\tAd\tf:33\tForm\tfalse\tig\tAda Byron\tp:+4915123456701\tada@example.org\tCREATED",
  },
  {
    program: "Zoho",
    heading:
      "Record Id,Contact Owner.id,Contact Owner,First Name,Last Name,Account Name,Email,Phone,Home Phone,Other Phone,Mobile,Fax,Assistant,Asst Phone,Mailing Country,Tag",
    record:
      "zcrm_1,zcrm_2,Bob,Ada,Byron,Engines,ada@example.org,030 1234567,,,0151 23456701,,,0151 23456799,Germany,VIP",
  },
  {
    program: "Pipedrive",
    heading:
      "Person - ID,Person - Name,Person - Labels,Organization - Name,Person - Email - Work,Person - Email - Home,Person - Phone - Work,Person - Phone - Home,Person - Phone - Mobile,Person - Owner",
    record: "9,Ada Byron,VIP,Engines,ada@example.org,,030 1234567,,0151 23456701,Bob",
  },
];
