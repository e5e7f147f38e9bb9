import type { EnquiryForm } from '@threadline/schema/wire/enquiry-form';

/** Points from which an enquiry goes to the spam folder. */
const spamThreshold = 60;
/** Filling times below which no person, or only a browser's autofill, can have filled in the form. */
const impossibleFillMs = 1000;
const shortFillMs = 3000;

interface Sign {
  points: number;
  /** Shown in the inbox. */
  reason: string;
  applies(request: EnquiryForm, linkCount: number): boolean;
}

const link = /https?:\/\/|www\.|\[url/gi;

const signs: Sign[] = [
  { points: 100, reason: 'A field that people cannot see was filled in.', applies: ({ website }) => website !== '' },
  {
    points: 60,
    reason: 'The form was sent within a second of being opened.',
    applies: ({ filledMs }) => filledMs !== undefined && filledMs < impossibleFillMs,
  },
  {
    points: 30,
    reason: 'The form was sent within 3 seconds of being opened.',
    applies: ({ filledMs }) => filledMs !== undefined && filledMs >= impossibleFillMs && filledMs < shortFillMs,
  },
  {
    points: 60,
    reason: 'The message is written in the code of web pages or forums.',
    applies: ({ message }) => /<a\s|<\/a>|\[url|\[link/i.test(message),
  },
  { points: 30, reason: 'There is a link in the message.', applies: (_, links) => links > 0 },
  { points: 30, reason: 'There are several links in the message.', applies: (_, links) => links > 2 },
  {
    points: 60,
    reason: 'There is a link in the name or the company.',
    applies: ({ companyName, contactName }) => /https?:|www\./i.test(`${companyName} ${contactName}`),
  },
  {
    points: 30,
    reason: 'All fields hold the same text.',
    applies: ({ companyName, contactName, message }) => companyName === contactName && companyName === message,
  },
];

/**
 * Adds up the signs of spam. Links alone are not enough: people send their website.
 *
 * @returns the reasons, and whether they are enough for the spam folder
 */
export function scoreSpam(request: EnquiryForm): { isSpam: boolean; reasons: string[] } {
  const linkCount = request.message.match(link)?.length ?? 0;
  const found = signs.filter(({ applies }) => applies(request, linkCount));
  const points = found.reduce((sum, sign) => sum + sign.points, 0);
  return { isSpam: points >= spamThreshold, reasons: found.map(({ reason }) => reason) };
}
