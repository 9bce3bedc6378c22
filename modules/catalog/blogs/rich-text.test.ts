import { expect, test } from "vitest";
import { fc, property } from "#modules/testing/property.ts";
import { apartBlocks } from "./pasted-html.ts";
import { harmless, richText, textTags } from "./rich-text.ts";

/* H31: whatever is written, what is stored and shown is made of the allow-list alone. */

const tags = textTags.filter((tag) => tag !== "a").join("|");
/** Everything that may be there: the tags bare, links with one address, and text without brackets. */
const allowed = new RegExp(`</?(?:${tags})>|<(?:br|hr) />|</a>|<a(?: href="[^"<>]*")?>`, "g");
const addresses = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address!);
/** As a browser reads an address: entities decoded, spaces and control characters left out. */
const asRead = (address: string) =>
  address
    .replace(/&amp;/g, "&")
    .replace(/&#x?([\da-f]+);?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\s\p{Cc}]/gu, "")
    .toLowerCase();

function expectHarmless(written: string) {
  const html = richText(written);
  expect(html.replace(allowed, "")).not.toMatch(/[<>]/);
  for (const address of addresses(html)) expect(asRead(address)).toMatch(/^(https?:\/\/|mailto:|tel:|[/#](?![/\\]))/);
  // Shown is what was stored, and done again nothing changes.
  expect(harmless(html)).toBe(html);
  return html;
}

const hostile = [
  `<script>alert(1)</script>`,
  `<scr<script>ipt>alert(1)</scr</script>ipt>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<script x="</script>">alert(1)</script>`,
  `<p onclick="alert(1)" onmouseover=alert(1) style="background:url(javascript:alert(1))" class="d-btn" id="main">a</p>`,
  `<img src=x onerror=alert(1)>`,
  `<img src="/logout">`,
  `<svg><script>alert(1)</script></svg>`,
  `<svg/onload=alert(1)>`,
  `<svg><style><img src=x onerror=alert(1)></style></svg>`,
  `<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>`,
  `<svg><animate attributeName=href values=javascript:alert(1) /><a href=x>a</a></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<math><mi xlink:href="data:x,<script>alert(1)</script>">a</mi></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>`,
  `<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>`,
  `<title><a href="</title><img src=x onerror=alert(1)>"></title>`,
  `<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<iframe><img title="</iframe><img src onerror=alert(1)>"></iframe>`,
  `<plaintext><script>alert(1)</script>`,
  `<template><script>alert(1)</script></template>`,
  `<object data="javascript:alert(1)"><embed src="javascript:alert(1)"></object>`,
  `<style>@import 'https://evil.example/x.css'; body{display:none}</style>`,
  `<link rel=stylesheet href=https://evil.example/x.css><meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<base href="https://evil.example/">`,
  `<form action="/admin-logout" method=post><button>a</button><input name=otp></form>`,
  `<a href="javascript:alert(1)">a</a>`,
  `<a href="JaVaScRiPt:alert(1)">a</a>`,
  `<a href=" javascript:alert(1)">a</a>`,
  `<a href="java\tscript:alert(1)">a</a>`,
  `<a href="java\nscript:alert(1)">a</a>`,
  `<a href="\u0001javascript:alert(1)">a</a>`,
  `<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">a</a>`,
  `<a href="&#x6A;avascript&colon;alert(1)">a</a>`,
  `<a href="java&Tab;script:alert(1)">a</a>`,
  `<a href="java&NewLine;script:alert(1)">a</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">a</a>`,
  `<a href="vbscript:msgbox(1)">a</a>`,
  `<a href="blob:https://x/1">a</a><a href="file:///etc/passwd">a</a><a href="ftp://x/">a</a>`,
  `<a href="//evil.example/">a</a>`,
  `<a href="/\\evil.example/">a</a>`,
  `<a href="\\\\evil.example/">a</a>`,
  `<a href="https://x/" target=_blank onclick=alert(1) ping=https://evil.example style=x:y>a</a>`,
  `<a href="x"onclick="alert(1)">a</a>`,
  `<a href='x" onclick="alert(1)'>a</a>`,
  `<a/href="javascript:alert(1)"/onclick=alert(1)>a</a>`,
  `<<a href="javascript:alert(1)">a</a>`,
  `<p <script>alert(1)</script>`,
  `<p a="<script>alert(1)</script>">b</p>`,
  `<!--<img src="--><img src=x onerror=alert(1)//">`,
  `<!--[if IE]><script>alert(1)</script><![endif]-->`,
  `<![CDATA[<script>alert(1)</script>]]>`,
  `<?xml version="1.0"?><?php echo 1 ?><p>a</p>`,
  `<!DOCTYPE html><html><head><script>alert(1)</script></head><body onload=alert(1)><p>a</p></body></html>`,
  `</p></div></article></main><p>a</p>`,
  `<p>unclosed <strong>and <em>more`,
  `<ul><li>a<ul><li>b`,
  `<a href="https://x/"><a href="https://y/">a</a></a>`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `&amp;lt;img src=x onerror=alert(1)&amp;gt;`,
  `<p>&#60;script&#62;alert(1)&#60;/script&#62;</p>`,
  `<p>\u0000<\u0000script>alert(1)</script>`,
  `<p>＜script＞alert(1)＜/script＞</p>`,
  `<custom-element onattach=alert(1)>a</custom-element>`,
  `<p is="x-y" contenteditable tabindex=1 data-x=1 aria-label="x" slot=a>a</p>`,
  `<details open ontoggle=alert(1)>a</details><marquee onstart=alert(1)>a</marquee>`,
  `<video src=x onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>`,
  `<pre><code class="language-js" onclick="x">a < b && c > d</code></pre>`,
];

test("H31 no hostile text brings a tag, an attribute or an address from outside the list", () => {
  for (const written of hostile) {
    const html = expectHarmless(written);
    expect(html).not.toMatch(/<[^>]*(?:javascript|alert|evil\.example)/i);
  }
});

test("what may stay stays: headings, lists, links, emphasis, code and text in any script", () => {
  const post =
    '<h2>नल टपक रहा है?</h2><p>Turn the <strong>main valve</strong> off &amp; call <a href="tel:+919000000101">us</a>,' +
    ' <a href="/booking?service=1&amp;x=2">book</a> or <a href="https://example.org/a#b">read</a>.<br />Then:</p>' +
    "<ol><li><p>Wait</p></li></ol><ul><li>Dry <em>it</em></li></ul><blockquote><p><s>Old</s> <u>new</u></p></blockquote>" +
    "<hr /><pre><code>a &lt; b</code></pre><h3>👍</h3>";
  expect(richText(post)).toBe(post);
  expect(richText("<div><b>a</b> <i>b</i> <span style='x'>c</span></div><h1>d</h1>")).toBe(
    "<strong>a</strong> <em>b</em> c<h2>d</h2>",
  );
});

const ignored = (mark: string) =>
  `<span style='mso-list:Ignore'>${mark}<span style='font:7.0pt'>&nbsp;&nbsp; </span></span>`;
const word = (mark: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]>${ignored(mark)}<![endif]>${text}<o:p></o:p></p>\n`;

test.each([
  ["<div>One</div><div>Two</div>", "One<br />Two"],
  ["<div><div>One</div></div>\n<section>Two</section> three", "One<br />Two<br />three"],
  ["<dl><dt>Price</dt><dd>499</dd></dl>", "Price<br />499"],
  ["<section><h2>Title</h2>Text</section><p>More</p>", "<h2>Title</h2>Text<p>More</p>"],
  ["<p>One</p><div>Two</div><p>Three</p>", "<p>One</p>Two<p>Three</p>"],
  ["<ul><li><div>One</div></li><li><div>Two</div></li></ul>", "<ul><li>One</li><li>Two</li></ul>"],
  ["<b><div>One</div><div>Two</div></b>", "<strong>One<br />Two</strong>"],
  [
    "<table><tbody>\n<tr>\n<td>Service</td>\n<td></td><th>Price</th></tr><tr><td>AC</td><td>499</td></tr></tbody></table>",
    "Service Price<br />AC 499",
  ],
  [
    `<p>Needed:</p>\n${word("·", "Gas")}${word("·", "Filter <b>new</b>")}<p>Then</p>`,
    "<p>Needed:</p><ul><li>Gas</li><li>Filter <strong>new</strong></li></ul><p>Then</p>",
  ],
  [`${word("1.", "Open")}${word("2.", "Close")}End`, "<ol><li>Open</li><li>Close</li></ol>End"],
  [
    "<html><head><title>x</title><xml><w:WordDocument>Print</w:WordDocument></xml><style>p{}</style></head><body><p>One</p></body></html>",
    "<p>One</p>",
  ],
  ["<xml>One</xml><p>Two", "<p>Two</p>"],
  ["<pre>a\n  b</pre>", "<pre>a\n  b</pre>"],
] as const)("what is pasted keeps its lines: %s", (pasted, stored) => {
  expect(expectHarmless(pasted).replace(/>\n+</g, "><")).toBe(stored);
});

test("a long paste is read in linear time", () => {
  for (const part of [
    "<div>",
    "<td>",
    "<p style='mso-list:l0'>",
    "<span style=mso-list:Ignore>",
    "<xml>",
    "<a <",
    "<div a ",
  ])
    expect(apartBlocks(part.repeat(20_000)).length).toBeLessThanOrEqual(part.length * 40_000);
  expect(apartBlocks(`<${"a".repeat(60_000)}`)).toHaveLength(60_001);
});

test("plain text becomes paragraphs, and what only looks like HTML stays text", () => {
  expect(richText("One\ntwo\n\n\nThree")).toBe("<p>One<br />two</p><p>Three</p>");
  expect(richText("5 < 6 && 7 > 3")).toBe("<p>5 &lt; 6 &amp;&amp; 7 &gt; 3</p>");
  for (const nothing of ["", "  \n ", "<p></p>", "<p>&nbsp;<br></p>", "<script>alert(1)</script>", "<hr>"])
    expect(richText(nothing)).toBe("");
});

test("deep, long and endless texts are dealt with in a moment", () => {
  const started = performance.now();
  for (const written of [
    "<p>".repeat(10_000),
    `${"<div>".repeat(10_000)}a${"</div>".repeat(10_000)}`,
    `${"<blockquote>".repeat(10_000)}a`,
    `${"<ul><li>".repeat(5_000)}a`,
    `${"<a href='https://x/'>".repeat(3_000)}a`,
    "<".repeat(60_000),
    "&lt;".repeat(15_000),
    `<p ${"a=b ".repeat(15_000)}>a</p>`,
    `<a href="${"x".repeat(59_000)}">a</a>`,
    `<!--${"-".repeat(59_000)}`,
    "</p>".repeat(15_000),
    `${"<svg>".repeat(10_000)}<script>`,
    `${"<iframe>".repeat(7_000)}a`,
    "<p>\n\n".repeat(10_000),
  ]) {
    const html = expectHarmless(written);
    expect(depthOf(html)).toBeLessThanOrEqual(17);
  }
  expect(performance.now() - started).toBeLessThan(15_000);
});

function depthOf(html: string) {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of html.matchAll(/<[^>]+>/g)) {
    depth += tag.startsWith("</") ? -1 : tag.endsWith("/>") ? 0 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const piece = fc.oneof(
  fc.constantFrom(...hostile),
  fc.constantFrom(
    "<",
    ">",
    "</",
    "/>",
    '"',
    "'",
    "`",
    "=",
    "&",
    ";",
    " ",
    "\n",
    "<!--",
    "-->",
    "]]>",
    "&lt;",
    "&#0;",
    "\u00A0",
  ),
  fc.constantFrom("p", "a", "ul", "li", "pre", "svg", "math", "style", "script", "table", "td", "p/", "br", "xmp"),
  fc.constantFrom(...textTags).map((tag) => `<${tag}>`),
  fc.constantFrom(...textTags).map((tag) => `</${tag}>`),
  fc.constantFrom("href", "onclick", "style", "src", "javascript:", "data:", "https://x/", "x:y"),
  fc.string({ maxLength: 12, unit: "binary" }),
);

property.prop([fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""))], { numRuns: 600 })(
  "whatever is put together from hostile pieces is harmless, and the same when it is done again",
  (written) => {
    expectHarmless(written);
  },
);
