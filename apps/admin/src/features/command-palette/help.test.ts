import { findDefinition } from '@threadline/schema/content/content-model';
import { expect, test } from 'vitest';
import { router } from '../../router.tsx';
import { findHelp, isQuestion } from './help.ts';
import { helpEntries } from './help-entries.ts';

test.each(helpEntries.map((entry) => [entry.title, entry] as const))('the screen of “%s” exists', (_, { target }) => {
  expect(Object.keys(router.routesByPath)).toContain(target.to);
  const { section, item } = { section: undefined, item: undefined, ...(target.search as object) };
  if (item) expect(findDefinition(String(section), String(item))).toBeDefined();
  const { href } = router.buildLocation(target);
  // The screen keeps everything that the button gives it.
  for (const name of Object.keys((target.search as object | undefined) ?? {})) expect(href).toContain(`${name}=`);
});

test.each([
  ['getting started', 'Start here'],
  ['how do I publish', 'Publish a change'],
  ['undo', 'Undo a change'],
  ['how can I restore a version', 'Restore an earlier release'],
  ['I deleted something by mistake', 'Restore a removed item'],
  ['replace picture', 'Replace an image'],
  ['change a photo', 'Replace an image'],
  ['youtube', 'Show a video'],
  ['crop', 'Crop or rotate an image'],
  ['bulk delete images', 'Work with several images at once'],
  ['how do I change the colours', 'Change the brand colours'],
  ['edit on the page', 'Edit on the page'],
  ['client comments', 'Read feedback on a preview'],
  ['invite', 'Invite a user'],
  ['delete person', 'Delete the data of a person'],
  ['color', 'Change the brand colours'],
  ['how do I schedule a blog post', 'Schedule an article'],
  ['schedule', 'Schedule an article'],
  ['calendar', 'Schedule an article'],
  ['share preview', 'Share a preview'],
  ['review mode', 'Use review mode'],
  ['approve', 'Use review mode'],
  ['passkey', 'Turn on two-step verification'],
  ['smtp', 'Set up email'],
  ['email set-up', 'Set up email'],
  ['2fa', 'Turn on two-step verification'],
  ['two-step', 'Turn on two-step verification'],
  ['How do I export our data?', 'Export all data'],
  ['backup', 'Make a backup'],
  ['s3', 'Set a backup location'],
  ['off-site backup', 'Set a backup location'],
  ['gst', 'Change the company name or GST number'],
  ['whatsapp', 'Change the phone number or address'],
  ['domain', 'Change the web address of the site'],
  ['google analytics', 'Count visitors'],
  ['invite staff', 'Invite a user'],
  ['who changed what', 'See who changed what'],
  ['download enquiries', 'Download the enquiries'],
  ['delete photo', 'Delete an image'],
  ['delete article', 'Delete an article'],
  ['remove article', 'Delete an article'],
  ['price', 'Show a price'],
  ['redirect', 'Redirect an old address'],
  ['change logo', 'Upload the logo or the site icon'],
  ['reorder services', 'Edit on the page'],
  ['delete service', 'Hide or remove an entry'],
  ['hide service', 'Hide or remove an entry'],
  ['remove slide', 'Hide or remove an entry'],
  ['delete enquiry', 'Delete the data of a person'],
  ['remove user', 'Remove a user'],
  ['delete user', 'Remove a user'],
  ['delete a user', 'Remove a user'],
  ['team photo', 'Show your team with photos'],
  ['who gets enquiry emails', 'Choose who gets enquiry emails'],
  ['notifications', 'Choose who gets enquiry emails'],
  ['alert', 'Choose who gets enquiry emails'],
  ['notify', 'Choose who gets enquiry emails'],
  ['recipients', 'Choose who gets enquiry emails'],
  ['email alerts', 'Choose who gets enquiry emails'],
  ['team email', 'Choose who gets enquiry emails'],
  ['answer an enquiry', 'Answer an enquiry'],
  ['change the font', 'Change the fonts or the layout'],
])('“%s” finds the help “%s” first', (query, title) => {
  expect(findHelp(query)[0]?.title).toBe(title);
});

test('help that only a synonym finds is left out if other help has the word itself', () => {
  expect(findHelp('password').map(({ title }) => title)).toEqual(['Change my password']);
});

test('words that no help is about find none, and “help” finds all', () => {
  for (const query of ['how do I', 'growth plan assumes', 'zxqv', '']) expect(findHelp(query)).toEqual([]);
  expect(findHelp(' Help ')).toEqual(helpEntries);
  expect([isQuestion('How do I undo'), isQuestion('howdy partner'), isQuestion('undo')]).toEqual([true, false, false]);
});
