import type { HelpEntry } from './help-entry.ts';
import { peopleHelp } from './people-help.ts';

export const helpEntries: readonly HelpEntry[] = [
  {
    title: 'Start here',
    words: 'begin, first steps, getting started, introduction, tour, new',
    answer:
      '1. Enter your company and contact details under Site settings. 2. Edit the texts of the page under Content Management. 3. Replace the images with your own. 4. Set up email and send a test message. 5. Invite a colleague, and turn on two-step verification. The dashboard lists these steps with links until they are done.',
    screen: 'Dashboard',
    target: { to: '/' },
  },
  {
    title: 'Publish a change',
    words: 'put online, go live, save, make public, website not updated',
    answer:
      'Press Save. The page shows the change about a second later, and the status at the top says Live. In review mode, changes collect until you press Publish.',
    screen: 'Content Management',
    target: { to: '/content' },
  },
  {
    title: 'Use review mode',
    words:
      'review mode, approve, approval, check before publishing, pending changes, collect, hold, draft, discard, switch',
    answer:
      'Switch on “Review mode” beside the releases. Changes then stay pending until a user publishes them. Under Pending changes you can choose which ones to publish, set a time, or share a preview.',
    screen: 'Releases',
    target: { to: '/releases' },
  },
  {
    title: 'Undo a change',
    words: 'mistake, take back, revert, wrong, ctrl z',
    answer:
      'Press the Undo arrow beside the title of the screen, or Undo in the message that appears after saving. While a form is open, the arrow and Ctrl+Z undo what you typed. For an older change, choose History in the menu of the item.',
    screen: 'Content Management',
    target: { to: '/content' },
  },
  {
    title: 'Restore an earlier release',
    words: 'go back, roll back, earlier version of the site, previous, old, history, yesterday',
    answer:
      'Open Releases and press “View and restore” beside one. You see what would change, and can undo the restore. The last 50 releases are kept, and the last one of each day for 90 days.',
    screen: 'Releases',
    target: { to: '/releases' },
  },
  {
    title: 'Restore a removed item',
    words: 'deleted by mistake, lost, missing, gone, bring back, bin, trash, recover',
    answer: 'The screen Removed items lists everything that was removed from the site. Press Restore beside the item.',
    screen: 'Removed items',
    target: { to: '/content/removed' },
  },
  {
    title: 'Hide or remove an entry',
    words: 'delete, show, take off, services, slides, questions, faq, cards, logos, testimonials, list, section',
    answer:
      'In Content Management, open the menu of the entry in its list, and choose “Hide from the site” or “Remove”. The same menu shows a hidden entry again, and Removed items restores a removed one.',
    screen: 'Content Management',
    target: { to: '/content' },
  },
  {
    title: 'Replace an image',
    words: 'change picture, photo, swap, upload, new, background',
    answer:
      'Press Edit on the item that shows the image, then “Choose another”: choose or upload one. To replace it in all places, open it in Image Management and press “Replace file”.',
    screen: 'Content Management',
    target: { to: '/content' },
  },
  {
    title: 'Crop or rotate an image',
    words: 'cut, turn, picture, photo, resize, smaller, trim, edit',
    answer:
      'Choose the image and press “Crop and rotate”. Every page shows the result. The original stays, so that you can change it again.',
    screen: 'Image Management',
    target: { to: '/images' },
  },
  {
    title: 'Work with several images at once',
    words: 'select, many, bulk, multiple, all, pictures, photos, tags, delete',
    answer: 'Select the images with their checkboxes. The bar below them adds or removes a tag, or deletes them.',
    screen: 'Image Management',
    target: { to: '/images' },
  },
  {
    title: 'Delete an image',
    words: 'remove, photo, picture, trash, restore',
    answer:
      'Choose the image and press Delete. An image that the site still uses cannot be deleted: the message names its places.',
    screen: 'Image Management',
    target: { to: '/images' },
  },
  {
    title: 'Show a video',
    words: 'add, youtube, vimeo, upload, mp4, clip',
    answer:
      'A slide on the first screen can have a video: edit the slide and choose Video. In an article, type / in the text and choose Video: upload one, or paste a YouTube or Vimeo link.',
    screen: 'Hero',
    target: { to: '/content', search: { section: 'hero' } },
  },
  {
    title: 'Write an article',
    words: 'blog, post, news, new, draft, insights',
    answer: 'Press “New article”. The text is saved while you type, and stays a draft until you publish it.',
    screen: 'Articles',
    target: { to: '/articles' },
  },
  {
    title: 'Delete an article',
    words: 'remove, blog, post, unpublish, unlist, take down, hide, trash',
    answer:
      'Open the menu of the article in the list and choose Delete. Unpublish takes it off the site and keeps its text. Unlist takes it off all lists: people with the link still see it. You can undo each of them, and restore a deleted article under Removed items.',
    screen: 'Articles',
    target: { to: '/articles' },
  },
  {
    title: 'Schedule an article',
    words: 'blog, post, later, publish on a date, calendar, time, plan, tomorrow',
    answer:
      'Open the article, press Publish and choose the time under Schedule. The list shows the time, and you can cancel it until then.',
    screen: 'Articles',
    target: { to: '/articles' },
  },
  {
    title: 'Share a preview',
    words: 'link, show to my boss, client, before publishing, approve, without an account',
    answer:
      'In Content Management, press Share above the preview, then “Create a link”. Anyone with the link sees your saved changes before they are published, until the link expires or you switch it off.',
    screen: 'Content Management',
    target: { to: '/content' },
  },
  {
    title: 'Read feedback on a preview',
    words: 'comments, notes, review, share, link, client, suggestions',
    answer:
      'People with a preview link can comment and approve. Read their feedback under Releases, and mark it as done.',
    screen: 'Releases',
    target: { to: '/releases' },
  },
  {
    title: 'Edit on the page',
    words: 'type, click, preview, directly, inline, visual, move, hide, section, reorder, order, sort, services',
    answer:
      'In the preview, click a text and type. Point at an entry, such as a slide, to move, hide, add or remove it. The form shows the same.',
    screen: 'Content Management',
    target: { to: '/content' },
  },
  ...peopleHelp,
  {
    title: 'Set up email',
    words: 'e-mail, set-up, setup, smtp, mail server, sending, not arriving, spam, gmail, outlook, send',
    answer:
      'A super admin chooses the email provider and enters the password. Saving sends a test message, and marks the field to correct if it fails. Until email is set up, messages wait in the outbox, where you can send them afterwards.',
    screen: 'Email settings',
    target: { to: '/settings/email' },
  },
  {
    title: 'Export all data',
    words: 'download, copy, csv, move, leave, json',
    answer:
      'On the Dashboard, a super admin presses Export Data: one ZIP file with the texts, images, accounts, enquiries and newsletter list. Enquiries also have an export of their own.',
    screen: 'Dashboard',
    target: { to: '/' },
  },
  {
    title: 'Download the enquiries',
    words: 'export, csv, excel, spreadsheet, leads, contacts, list',
    answer: 'Filter the list as you need it, and press Export above it. The file opens in Excel.',
    screen: 'Enquiries',
    target: { to: '/enquiries' },
  },
  {
    title: 'See who changed what',
    words: 'audit, log, activity, who did it, history, edited, deleted',
    answer:
      'The audit log lists every change with its author and time. The menu of an item in Content Management has its History, word by word.',
    screen: 'Audit log',
    target: { to: '/log' },
  },
  {
    title: 'Make a backup',
    words: 'safety copy, back up, restore, disaster, save everything, download',
    answer:
      'Backups are made and checked automatically. A super admin can also make, download or restore one under Backups.',
    screen: 'Backups',
    target: { to: '/settings/backup' },
  },
  {
    title: 'Set a backup location',
    words:
      'second place, backups, s3, r2, off-site, offsite, bucket, cloud storage, object storage, amazon, cloudflare, backblaze, wasabi, server lost, location',
    answer:
      'A super admin chooses a provider of online storage and enters its access key. The connection is checked before it is saved, and the next backup goes there.',
    screen: 'Backups',
    target: { to: '/settings/backup' },
  },
  {
    title: 'Answer an enquiry',
    words: 'lead, contact form, reply, message, customer, inbox',
    answer: 'Open the enquiry and press “Reply by email”. The list shows by when your site promises a reply.',
    screen: 'Enquiries',
    target: { to: '/enquiries' },
  },
  {
    title: 'Choose who gets enquiry emails',
    words:
      'notifications, notification, notify, alert, alerts, email alerts, recipients, recipient, team email, new enquiry, lead, receive, who gets enquiry emails',
    answer:
      'New enquiries are emailed to the email address of the contact details. To reach several people, enter the address of a group or a shared mailbox. Email settings shows where they go.',
    screen: 'Contact details',
    target: { to: '/content', search: { section: 'site', item: 'contact', field: '/email' } },
  },
  {
    title: 'Delete the data of a person',
    words: 'erase, remove, privacy, gdpr, dpdp, personal, forget, customer, contact, enquiry, export, copy, consent',
    answer:
      'Enter the email address of the person under Privacy requests. The screen shows everything that is stored about them, and can export, correct or erase it.',
    screen: 'Privacy requests',
    target: { to: '/enquiries', search: { view: 'privacy' } },
  },
  {
    title: 'Change the web address of the site',
    words: 'domain, domain name, url, website, hosting, dns',
    answer:
      'Ask the server’s administrator, who sets it as SITE_URL. It cannot be changed here. Your texts and images stay as they are.',
    screen: 'Dashboard',
    target: { to: '/' },
  },
  {
    title: 'Change the phone number or address',
    words: 'whatsapp, telephone, mobile, contact details, email, office, location',
    answer: 'Edit “Contact details” in the site settings. Every page and the footer show the new details.',
    screen: 'Contact details',
    target: { to: '/content', search: { section: 'site', item: 'contact' } },
  },
  {
    title: 'Change the brand colours',
    words: 'color, theme, design, palette, look, style, accent',
    answer:
      'Edit “Brand” in the site settings and choose the colours. A sample shows the result, and every shade of the site follows.',
    screen: 'Brand',
    target: { to: '/content', search: { section: 'site', item: 'brand' } },
  },
  {
    title: 'Change the fonts or the layout',
    words: 'font, typeface, design, move a section, template, theme',
    answer:
      'The fonts and the layout belong to the design and cannot be changed here. The colours, texts, images and the order of entries can.',
    screen: 'Brand',
    target: { to: '/content', search: { section: 'site', item: 'brand' } },
  },
  {
    title: 'Show a price',
    words: 'prices, pricing, fees, rates, cost, packages',
    answer:
      'A price is ordinary text. Write it in the description of a service, in an FAQ answer, or on a page of its own under Site settings.',
    screen: 'Services',
    target: { to: '/content', search: { section: 'services' } },
  },
  {
    title: 'Redirect an old address',
    words: 'redirects, url, slug, permalink, link, moved, renamed, 301, 404, page not found, broken',
    answer:
      'Open the article and change “Address” among its details: the old address then leads to the new one. Other pages keep their addresses. Visitors of any other address see the page “Page not found”, whose text you can edit.',
    screen: 'Articles',
    target: { to: '/articles' },
  },
  {
    title: 'Count visitors',
    words: 'analytics, statistics, traffic, google analytics, visits, tracking, cookies',
    answer:
      'The site does not count or track its visitors, so it needs no cookie banner. The Dashboard counts enquiries and where they came from.',
    screen: 'Dashboard',
    target: { to: '/' },
  },
  {
    title: 'Upload the logo or the site icon',
    words: 'favicon, brand, header, browser tab, home screen, change, replace, size',
    answer:
      'Edit “Brand” in the site settings and choose an image for each. The header and the footer show the logo, browser tabs and phones the icon.',
    screen: 'Brand',
    target: { to: '/content', search: { section: 'site', item: 'brand', field: '/logo' } },
  },
  {
    title: 'Change the company name or GST number',
    words: 'brand, tagline, gstin, cin, tax, legal name',
    answer: 'Edit “Brand” in the site settings. The GSTIN and the CIN are checked, and shown in the footer.',
    screen: 'Brand',
    target: { to: '/content', search: { section: 'site', item: 'brand' } },
  },
];
