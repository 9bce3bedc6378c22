import { Migration } from "@mikro-orm/migrations";

/** Services and vehicles many people know have their Hindi names where nobody wrote one. */
export class WhatManyPeopleKnowHasItsHindiName extends Migration {
  override up() {
    this.addSql(`
      update services set hindi_name = usual.hindi
      from (values
        ('AC REPAIR', 'एसी मरम्मत'),
        ('AC SERVICE', 'एसी सर्विस'),
        ('APPLIANCES', 'घरेलू उपकरण'),
        ('APPLIANCE REPAIR', 'घरेलू उपकरण मरम्मत'),
        ('CARPENTER', 'बढ़ई'),
        ('CARPENTRY', 'बढ़ई का काम'),
        ('CHIMNEY CLEANING', 'चिमनी सफ़ाई'),
        ('CHIMNEY REPAIR', 'चिमनी मरम्मत'),
        ('CLEANING', 'सफ़ाई'),
        ('ELECTRICAL', 'बिजली का काम'),
        ('ELECTRICIAN', 'इलेक्ट्रीशियन'),
        ('GEYSER REPAIR', 'गीज़र मरम्मत'),
        ('HOME CLEANING', 'घर की सफ़ाई'),
        ('INVERTER REPAIR', 'इन्वर्टर मरम्मत'),
        ('MICROWAVE REPAIR', 'माइक्रोवेव मरम्मत'),
        ('PAINTING', 'रंगाई-पुताई'),
        ('PEST CONTROL', 'कीट नियंत्रण'),
        ('PICK AND DROP', 'पिक और ड्रॉप'),
        ('PLUMBER', 'प्लंबर'),
        ('PLUMBING', 'प्लंबिंग'),
        ('REFRIGERATOR REPAIR', 'फ़्रिज मरम्मत'),
        ('RO REPAIR', 'आरओ मरम्मत'),
        ('TV REPAIR', 'टीवी मरम्मत'),
        ('WASHING MACHINE REPAIR', 'वॉशिंग मशीन मरम्मत'),
        ('WATER PURIFIER REPAIR', 'वॉटर प्यूरीफ़ायर मरम्मत')
      ) as usual (name, hindi)
      where hindi_name is null and service_name = usual.name
    `);
    this.addSql(`
      update vehicles set hindi_name = usual.hindi
      from (values
        ('AUTO RICKSHAW', 'ऑटो रिक्शा'),
        ('BIKE', 'बाइक'),
        ('E-RICKSHAW', 'ई-रिक्शा'),
        ('MINI TRUCK', 'मिनी ट्रक'),
        ('SCOOTER', 'स्कूटर'),
        ('TEMPO', 'टेम्पो'),
        ('TRUCK', 'ट्रक'),
        ('VAN', 'वैन')
      ) as usual (name, hindi)
      where hindi_name is null and vehicle_type = usual.name
    `);
  }

  /** The names stay: which of them somebody wrote is not known. */
  override down() {}
}
