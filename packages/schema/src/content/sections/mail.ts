import type { z } from 'zod';
import { choice, date, group, list, number, text, toggle } from '../../primitives/fields.ts';
import { messageTemplate } from '../mail-template.ts';

/** When a reply is due. Only hours of working days count, in India time. */
const slaSchema = group('Reply time', {
  hours: number('Reply within (hours)', { min: 1, max: 240, hint: 'Keep to the time that your site promises.' }),
  counted: choice(
    'Hours that count',
    { days: 'All hours of working days', office: 'Office hours of working days' },
    {
      hint: 'Office hours are those under Site settings, Contact details. A reply is never due while the office is closed.',
    },
  ),
  monday: toggle('Monday', true),
  tuesday: toggle('Tuesday', true),
  wednesday: toggle('Wednesday', true),
  thursday: toggle('Thursday', true),
  friday: toggle('Friday', true),
  saturday: toggle('Saturday', true),
  sunday: toggle('Sunday', false),
  holidays: list('Holidays', date('Day'), {
    max: 60,
    itemTitle: 'holiday',
    hint: 'Days on which the office is closed.',
  }),
  remind: toggle('Remind by email when a reply is due soon', true, {
    hint: 'Once for each enquiry: to its assignee, otherwise to the team.',
  }),
  reminderHours: number('Reminder (hours before)', {
    min: 2,
    max: 120,
    hint: 'Working hours before the reply is due. At most half of the reply time.',
  }).default(12),
});
export type Sla = z.infer<typeof slaSchema>;

/** The SLA while none is stored: an enquiry is never rejected because a setting is missing. */
export const defaultSla: Sla = slaSchema.parse({ hours: 48, counted: 'days', holidays: [] });

/** The texts of the product's messages, and of the pages behind their links. */
export const mail = {
  title: 'Emails',
  hint: 'The messages that the site sends, and the pages behind their links.',
  singles: {
    sla: slaSchema,
    notification: messageTemplate('New enquiry, to the team', {
      known: ['reference', 'companyName', 'contactName', 'details', 'message', 'due', 'link', 'brand'],
      required: ['details', 'link'],
      hint: 'Sent to the email under Site settings, Contact details, unless Email settings shows another address.',
    }),
    reminder: messageTemplate('Reply due soon, to the team', {
      known: ['reference', 'companyName', 'contactName', 'due', 'link', 'brand'],
      required: ['link'],
      hint: 'Set under Reply time whether and when it is sent.',
    }),
    acknowledgement: messageTemplate('New enquiry, to the sender', {
      known: ['reference', 'name', 'hours', 'due', 'brand', 'phone', 'myData'],
      required: ['reference'],
      hint: 'It does not repeat the enquiry, in case the address was mistyped.',
    }),
    'unnamed-sender': text('Greeting when no name was given', {
      max: 40,
      hint: 'Used instead of the name, as in “Hello there”.',
    }),
    reply: messageTemplate('Reply template', { known: ['reference', 'name', 'brand', 'sender'] }),
    'newsletter-confirmation': messageTemplate('Newsletter: confirm the address', {
      known: ['link', 'brand'],
      required: ['link'],
    }),
    'my-data': messageTemplate('Link to “Your details”', { known: ['link', 'minutes', 'brand'], required: ['link'] }),
    retention: group('Data retention', {
      months: number('Keep for (months)', {
        min: 1,
        max: 120,
        hint: 'Counted from the last reply or note. Enquiries are listed under Privacy for 7 days before they are deleted. Your privacy notice shows this period.',
      }),
    }),
    pages: group('Pages behind email links', {
      confirmTitle: text('Confirm: title', { max: 60 }),
      confirmText: text('Confirm: text', { max: 240 }),
      confirmButton: text('Confirm: button', { max: 40 }),
      confirmed: text('Confirmed', { max: 160 }),
      leaveTitle: text('Unsubscribe: title', { max: 60 }),
      leaveText: text('Unsubscribe: text', { max: 240 }),
      leaveButton: text('Unsubscribe: button', { max: 40 }),
      left: text('Unsubscribed', { max: 160 }),
      myDataTitle: text('Your details: title', { max: 60 }),
      myDataText: text('Your details: text', { max: 400 }),
      myDataLabel: text('Your details: label of the email field', { max: 60 }),
      myDataButton: text('Your details: button', { max: 40 }),
      myDataSent: text('Your details: link was sent', { max: 240 }),
      myDataNothing: text('Your details: no data stored', { max: 160 }),
      download: text('Download', { max: 60 }),
      correct: text('Correct the details', { max: 60 }).default('Correct these details'),
      corrected: text('Details corrected', { max: 160 }).default('Your details are corrected.'),
      withdraw: text('Withdraw consent', { max: 60 }),
      withdrawn: text('Consent withdrawn', { max: 160 }),
      erase: text('Delete everything', { max: 60 }),
      eraseSurely: text('Delete everything: confirmation', { max: 60 }).default('Yes, delete it for good'),
      erased: text('Everything deleted', { max: 160 }),
      erasedExceptClientFile: text('Deleted, except for client records', { max: 240 }).default(
        'Deleted, but for what belongs to our work together. Write to us about that.',
      ),
      linkOver: text('The link has expired', { max: 160 }),
    }),
  },
  lists: {},
};
