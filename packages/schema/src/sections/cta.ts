import { group, listOf, longText, text } from '../primitives.ts';

/** The words of the enquiry form (Spec §2 modal, §8 texts). */
const dialogSchema = group('Enquiry form', {
  title: text('Title', { max: 60 }),
  companyName: text('Label: company', { max: 60 }),
  contactName: text('Label: name', { max: 60 }),
  email: text('Label: e-mail', { max: 60 }),
  phone: text('Label: phone', { max: 60 }),
  size: text('Label: company size', { max: 60 }),
  sizeUnset: text('Company size: nothing chosen', { max: 40 }),
  industry: text('Label: industry', { max: 60 }),
  message: text('Label: message', { max: 80 }),
  notice: longText('Privacy notice', { max: 400 }),
  noticeSummary: text('Heading of the details', { max: 60 }),
  noticeItems: listOf('Details', text('Line', { max: 240 }), { min: 1, max: 10, itemTitle: 'line' }),
  submit: text('Button', { max: 30 }),
  sending: text('Button while sending', { max: 30 }),
  cancel: text('Cancel button', { max: 30 }),
  success: text('After success', { max: 160 }),
  failure: text('After a failure', { max: 160 }),
  invalidReply: text('After an unreadable reply', { max: 160 }),
  refused: text('After a refusal without a reason', { max: 160 }),
});

export const cta = {
  title: 'CTA',
  singles: {
    heading: text('Heading', { max: 60 }),
    'enquiry-panel': group('Enquiry panel', {
      title: text('Title', { max: 60 }),
      body: longText('Text', { max: 240 }),
      button: text('Button', { max: 40 }),
    }),
    'chat-panel': group('Chat panel', {
      title: text('Title', { max: 60 }),
      body: longText('Text', { max: 240 }),
      button: text('Button', { max: 40 }),
      message: text('Prefilled message', { hint: 'What the chat begins with.', max: 200 }),
    }),
    dialog: dialogSchema,
    questions: text('Heading of the questions', { max: 60 }),
  },
  lists: {
    faqs: {
      prefix: 'faq',
      title: 'Questions',
      itemTitle: 'question',
      schema: group('Question', { question: text('Question', { max: 120 }), answer: longText('Answer', { max: 600 }) }),
      min: 0,
      max: 30,
    },
  },
};
