/** Terms that mean the same to editors. */
const groups: readonly (readonly string[])[] = [
  ['faq', 'questions', 'answers'],
  ['video', 'film', 'movie', 'clip', 'youtube', 'vimeo'],
  ['image', 'picture', 'photo', 'media', 'gallery'],
  ['seo', 'google', 'title on google', 'google title', 'search engines', 'meta', 'share image'],
  ['blog', 'article', 'articles', 'post', 'posts', 'news', 'insights'],
  ['logo', 'favicon', 'site icon', 'brand', 'tagline', 'slogan', 'company name'],
  ['phone', 'telephone', 'mobile', 'whatsapp'],
  ['address', 'location', 'office'],
  ['office hours', 'opening hours', 'opens', 'closes', 'open days'],
  ['backup', 'backups', 'safety copy'],
  ['backup location', 's3', 'bucket', 'off-site', 'offsite', 'object storage', 'cloud storage'],
  ['password', 'passkey', 'login', 'sign-in', '2fa', 'two-step verification', 'authenticator', 'security', 'account'],
  ['user', 'users', 'colleague', 'staff', 'employee', 'invite'],
  ['team', 'people', 'users'],
  ['version', 'versions', 'release', 'releases', 'rollback', 'restore', 'history', 'undo'],
  ['schedule', 'scheduled', 'release', 'releases'],
  ['bin', 'trash', 'removed', 'deleted'],
  ['mail', 'email', 'e-mail', 'smtp', 'spf', 'dkim', 'spam'],
  ['enquiry', 'enquiries', 'lead', 'leads', 'inbox', 'contact form', 'messages'],
  ['newsletter', 'subscriber', 'subscribers', 'mailing list'],
  ['privacy', 'gdpr', 'dpdp', 'data requests', 'erase', 'consent', 'retention'],
  ['log', 'activity', 'audit'],
  ['menu', 'navigation'],
  ['color', 'colors', 'colour', 'colours'],
  ['ticker', 'scrolling', 'marquee'],
  ['slider', 'carousel', 'slides', 'hero', 'banner'],
  ['client logos', 'customer logos', 'clients', 'clients and partners'],
  ['footer', 'copyright line', 'legal links', 'column headings'],
  ['logout', 'log out', 'sign out'],
  ['numbers', 'figures', 'stats', 'counters'],
  ['jobs', 'careers', 'openings', 'vacancies'],
  ['reply time', 'response time', 'deadline', 'holidays'],
  ['dark mode', 'light mode', 'theme', 'appearance'],
  ['legal', 'terms'],
  ['gst', 'gstin', 'cin', 'tax'],
  ['social', 'linkedin', 'instagram', 'twitter'],
];

/**
 * Returns the terms that a query may stand for, in lower case: itself, then its synonyms. A word of at least three letters
 * also finds the synonyms of longer words that begin with it, because results appear while an editor types.
 */
export function expandQuery(query: string): string[] {
  const typed = query.trim().toLowerCase().replace(/\s+/g, ' ');
  const related = groups.filter((words) =>
    words.some((word) => word === typed || (typed.length > 2 && word.startsWith(typed))),
  );
  return [...new Set([typed, ...related.flat()])];
}
