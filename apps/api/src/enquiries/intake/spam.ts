import type { EnquiryForm } from '@threadline/schema/enquiry-form';

/** From this sum on an enquiry goes to the spam folder, where people still find it. */
const spamFrom = 60;
/** Faster than anybody fills in two fields; and so fast that only the browser's own memory can have filled them in. */
const impossibleFillMs = 1000;
const shortFillMs = 3000;

interface Sign {
  points: number;
  /** What people read in the inbox. */
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
 * Weighs what speaks against an enquiry. Links alone are no proof: people send their website.
 *
 * @returns the reasons, and whether they are enough for the spam folder
 */
export function weighSpam(request: EnquiryForm): { isSpam: boolean; reasons: string[] } {
  const linkCount = request.message.match(link)?.length ?? 0;
  const found = signs.filter(({ applies }) => applies(request, linkCount));
  const points = found.reduce((sum, sign) => sum + sign.points, 0);
  return { isSpam: points >= spamFrom, reasons: found.map(({ reason }) => reason) };
}
