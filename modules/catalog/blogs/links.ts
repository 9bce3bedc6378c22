/** Where a link may lead: another site, a page of this one or a place on it, an e-mail address, a phone. */
export const linkAddress =
  /^(https?:\/\/[^\s\p{Cc}\\]+|mailto:[^\s\p{Cc}]+|tel:[+\d() -]+|[/#](?![/\\])[^\s\p{Cc}\\]*)$/iu;
export const longestLink = 2000;
