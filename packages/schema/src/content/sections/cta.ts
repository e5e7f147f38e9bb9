import { choice, group, list, longText, text } from '../../primitives/fields.ts';
import { openingHoursVariables, retentionVariables } from '../../primitives/text-variables.ts';

/** The texts of the enquiry form (Spec §2 modal, §8 texts). */
const dialogSchema = group('Enquiry form', {
  title: text('Title', { max: 60 }),
  companyName: text('Label: company', { max: 60 }),
  contactName: text('Label: name', { max: 60 }),
  email: text('Label: email', { max: 60 }),
  phone: text('Label: phone', { max: 60 }),
  size: text('Label: company size', { max: 60 }),
  sizeUnset: text('Company size: nothing chosen', { max: 40 }),
  industry: text('Label: industry', { max: 60 }),
  message: text('Label: message', { max: 80 }),
  notice: longText('Privacy notice', {
    max: 400,
    variables: retentionVariables,
  }),
  noticeSummary: text('Heading above the notice details', { max: 60 }),
  noticeItems: list('Details', text('Detail', { max: 240, variables: retentionVariables }), {
    min: 1,
    max: 10,
    itemTitle: 'detail',
  }),
  consentNewsletter: text('Checkbox: newsletter', {
    max: 120,
    optional: true,
    hint: 'Leave empty to hide the checkbox.',
  }).default(''),
  consentWhatsapp: text('Checkbox: reply by WhatsApp', {
    max: 120,
    optional: true,
    hint: 'Leave empty to hide the checkbox.',
  }).default(''),
  submit: text('Button: send', { max: 30 }),
  sending: text('Button: while sending', { max: 30 }),
  cancel: text('Button: cancel', { max: 30 }),
  success: text('Message: sent', { max: 160 }),
  reference: text('Message: reference number', {
    variables: { reference: 'reference number' },
    max: 60,
  }).default('Your reference: {reference}'),
  due: text('Message: time of the reply', {
    variables: { time: 'time at which the reply is due, in India' },
    max: 80,
  }).default('You hear from us by {time} IST.'),
  pending: text('Message: while there is no connection', { max: 120 }),
  keep: text('Checkbox: keep the unsent enquiry', {
    hint: 'The text stays in the visitor’s browser for seven days.',
    max: 60,
  }),
  stop: text('Button: stop trying', { max: 30 }),
  failure: text('Message: not sent', { max: 160 }),
  invalidReply: text('Message: no valid answer from the server', { max: 160 }),
  refused: text('Message: refused by the server', { max: 160 }),
});

/** The form's error messages. Each text says how to fix the field. */
const fieldErrorsSchema = group('Errors in the enquiry form', {
  one: text('Heading: one error', { max: 80 }),
  several: text('Heading: several errors', { variables: { n: 'number of errors' }, max: 80 }),
  companyName: text('Error: company name missing', { max: 80 }),
  email: text('Error: email missing', { max: 80 }),
  emailShape: text('Error: email incomplete', { max: 80 }),
  phone: text('Error: phone number incomplete', { max: 100 }).default('Complete the phone number.'),
  other: text('Error: another field', { max: 80 }),
});

export const cta = {
  title: 'CTA',
  hint: 'The invitation to get in touch near the end of the page, with the enquiry form, the chat link and the FAQ.',
  singles: {
    heading: text('Heading', { max: 60 }),
    'enquiry-panel': group('Enquiry panel', {
      title: text('Title', { max: 60 }),
      body: longText('Text', { max: 240 }),
      button: text('Button', { max: 40 }),
    }),
    'chat-panel': group('Chat panel', {
      title: text('Title', { max: 60 }),
      body: longText('Text', { variables: openingHoursVariables, max: 240 }),
      button: text('Button', { max: 40 }),
      message: text('First message in the chat', { hint: 'Visitors can edit it before they send it.', max: 200 }),
    }),
    'chat-bubbles': group('Two messages beside the chat', {
      visitor: text('Message of a visitor', { max: 90 }),
      reply: text('Reply', { max: 90 }),
      replyLanguage: choice('Language of the reply', {
        hi: 'Hindi',
        'hi-Latn': 'Hindi in Latin letters',
        'en-IN': 'English',
      }),
    }),
    dialog: dialogSchema,
    'field-errors': fieldErrorsSchema,
    'next-steps': group('Beside the enquiry form', {
      heading: text('Heading', { max: 40 }),
      steps: list('Next steps', text('Next step', { variables: openingHoursVariables, max: 90 }), {
        min: 1,
        max: 5,
        itemTitle: 'next step',
      }),
    }),
    questions: text('FAQ heading', { max: 60 }),
    'ask-chat': group('Chat line beside the FAQ', {
      text: text('Text', { max: 60 }),
      link: text('Link text', { max: 40 }),
    }),
  },
  lists: {
    faqs: {
      prefix: 'faq',
      title: 'FAQ',
      itemTitle: 'FAQ question',
      summary: 'A question that visitors often ask, with its answer.',
      countedAs: 'question',
      schema: group('Question', { question: text('Question', { max: 120 }), answer: longText('Answer', { max: 600 }) }),
      min: 0,
      max: 30,
      above: ['questions'],
    },
  },
};
