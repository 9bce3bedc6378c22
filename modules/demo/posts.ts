/** The posts of the demo's blog, the oldest first; one of them is a draft. */
export const posts = [
  {
    slug: "before-the-plumber-comes",
    title: "A tap leaks: what to do before the plumber comes",
    author: "Asha Kulkarni",
    summary: "Three things that save water and money in the hour until help is there.",
    categories: ["Plumbing", "Homes"],
    content:
      "<p>A dripping tap loses about <strong>thirty litres a day</strong>. Until somebody comes, this helps:</p>" +
      "<ol><li><p>Turn the valve below the basin clockwise. If it does not move, close the main valve.</p></li>" +
      "<li><p>Put a cloth around the spout, so that the water runs along it without a sound.</p></li>" +
      "<li><p>Take a picture of the tap and of its maker's name.</p></li></ol>" +
      "<h2>What you can tell us at booking</h2><p>Whether it drips or runs, since when, and whether the tap is of brass or " +
      'plastic. Then the right washer comes along with the first visit. <a href="/booking">Book a plumber</a>.</p>',
    daysAgo: 40,
    active: true,
  },
  {
    slug: "बारिश-से-पहले-बिजली-की-जाँच",
    title: "बारिश से पहले बिजली की जाँच",
    author: "मोहन शर्मा",
    summary: "मानसून से पहले घर की बिजली में क्या देखें, और किस काम में हाथ न लगाएँ।",
    categories: ["Electrical", "Monsoon"],
    content:
      "<p>नमी और बिजली साथ नहीं चलते। बारिश से पहले ये चार चीज़ें देख लें।</p><ul><li><p>बाहर के सॉकेट पर ढक्कन हो।</p></li>" +
      "<li><p>एमसीबी का टेस्ट बटन दबाएँ: बिजली तुरंत बंद होनी चाहिए।</p></li><li><p>दीवार पर सीलन हो तो उस सॉकेट से कुछ न चलाएँ।</p></li>" +
      "<li><p>छत की टंकी के पास की तार कटी-फटी न हो।</p></li></ul><blockquote><p>झटका लगे तो पहले मेन स्विच बंद करें, फिर हाथ लगाएँ।</p></blockquote>",
    daysAgo: 12,
    active: true,
  },
  {
    slug: "how-a-price-is-made",
    title: "How the price of a repair is made",
    author: "Asha Kulkarni",
    summary: "What the booking fee is for, what is paid at the door, and what a bill must say.",
    categories: ["Homes", "Prices"],
    content:
      "<p>The booking fee keeps a technician's hour free for you. It is <em>taken off</em> the bill.</p><h2>At the door</h2>" +
      "<p>You hear the price before the work begins. Parts stand on the bill one by one.</p>",
    daysAgo: 3,
    active: true,
  },
  {
    slug: "air-conditioners-in-april",
    title: "Air conditioners in April",
    author: "Asha Kulkarni",
    summary: "A draft about cleaning before the heat.",
    categories: ["Cooling"],
    content: "<p>To be written.</p>",
    daysAgo: 1,
    active: false,
  },
] as const;
