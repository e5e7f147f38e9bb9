/** Terms that mean the same to editors. */
const groups: readonly (readonly string[])[] = [
  ['faq', 'questions', 'answers'],
  ['video', 'film', 'movie', 'clip', 'youtube', 'vimeo'],
  ['image', 'picture', 'photo', 'media', 'gallery'],
  ['seo', 'google', 'title on google', 'google title', 'search engines', 'meta', 'share image'],
  ['articles', 'article', 'blog', 'blogs', 'post', 'posts', 'news', 'insights'],
  ['logo', 'favicon', 'site icon', 'brand', 'tagline', 'slogan', 'company name'],
  ['phone', 'phone number', 'telephone', 'mobile', 'mobile number'],
  ['whatsapp number', 'whatsapp'],
  ['address', 'location', 'office'],
  ['office hours', 'opening hours', 'opens', 'closes', 'open days'],
  ['backup', 'backups', 'safety copy'],
  ['backup location', 's3', 'bucket', 'off-site', 'offsite', 'object storage', 'cloud storage'],
  ['password', 'passkey', 'login', 'sign-in', '2fa', 'two-step verification', 'authenticator', 'security', 'account'],
  ['user', 'users', 'colleague', 'staff', 'employee', 'invite'],
  ['people', 'team', 'users', 'staff', 'employee', 'employees', 'colleague', 'team member'],
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
  ['reply time', 'response time', 'deadline'],
  ['holidays', 'holiday', 'closed days', 'office hours as text'],
  ['dark mode', 'dark', 'light mode', 'theme', 'appearance'],
  ['legal', 'terms'],
  ['gst', 'gstin', 'cin', 'tax'],
  ['social', 'linkedin', 'instagram', 'twitter'],
];

/** The results with these names come first for every term of their group. */
const leadingNames: ReadonlySet<string> = new Set([
  'articles',
  'phone',
  'whatsapp number',
  'holidays',
  'office hours as text',
  'dark mode',
  'light mode',
]);

/** Returns the names of the results that a whole term means before any other, in lower case. */
export function listLeadingNames(query: string): string[] {
  const typed = normalize(query);
  return groups
    .filter((words) => words.includes(typed))
    .flatMap((words) => words.filter((name) => leadingNames.has(name)));
}

const normalize = (query: string) => query.trim().toLowerCase().replace(/\s+/g, ' ');

/**
 * Returns the terms that a query may stand for, in lower case: itself, then its synonyms. A word of at least three letters
 * also finds the synonyms of longer words that begin with it, because results appear while an editor types.
 */
export function expandQuery(query: string): string[] {
  const typed = normalize(query);
  const related = groups.filter((words) =>
    words.some((word) => word === typed || (typed.length > 2 && word.startsWith(typed))),
  );
  return [...new Set([typed, ...related.flat()])];
}
