import { z } from 'zod';
import { findCinError, findGstinError, normaliseCompanyNumber } from './company-numbers.ts';
import { date, type FieldOptions, href, type InputKind, number } from './fields.ts';
import { toIndianDay } from './indian-time.ts';

/** Builders like those in `fields.ts`, for values that must be true outside of the site as well. */

function companyNumber(title: string, findError: (value: string) => string | undefined) {
  return z
    .string({ error: 'Write text here.' })
    .overwrite(normaliseCompanyNumber)
    .superRefine((value, context) => {
      const error = value === '' ? undefined : findError(value);
      if (error) context.addIssue({ code: 'custom', message: error });
    })
    .meta({ title, input: 'text' satisfies InputKind, optional: true, isProse: true });
}

/** The number of a company in the register of the Ministry of Corporate Affairs, or an empty text. */
export function cin(title: string) {
  return companyNumber(title, findCinError);
}

/** The number of a company for the goods and services tax, or an empty text. */
export function gstin(title: string) {
  return companyNumber(title, findGstinError);
}

/** A day that is not in the future, by the calendar of India. */
export function pastDate(title: string, options: FieldOptions = {}) {
  return date(title, options).refine((day) => day <= toIndianDay(new Date()), {
    error: 'Choose today or an earlier day.',
  });
}

/**
 * The day on which an entry is published, by the calendar of India. It is empty until then, unless an editor has chosen a
 * day.
 */
export function publishingDay(title: string) {
  return date(title, { hint: 'Leave empty to use the day on which it is published.', optional: true })
    .default('')
    .meta({ isPublishingDay: true });
}

/** The day on which a client agreed to be shown. Nothing about a client is published without it. */
export function consentDate() {
  return pastDate('Agreed to publication on', { hint: 'The day on which the client agreed in writing.' });
}

/** An amount in whole rupees. */
export function rupees(title: string, { hint }: { hint?: string } = {}) {
  return number(title, { hint, min: 1, max: 1_000_000_000_000 }).refine(Number.isInteger, {
    error: 'Use whole rupees.',
  });
}

/** A full address of another website, or an empty text. */
export function webAddress(title: string, { hint }: { hint?: string } = {}) {
  return href(title, { hint, optional: true })
    .refine((value) => value === '' || value.startsWith('https://'), { error: 'Enter a full https:// address.' })
    .meta({ isExternal: true });
}

const linkedInProfile = /^https:\/\/(?:[a-z]{2,3}\.)?linkedin\.com\/(?:in|company|school)\/[^\s/?#]+/;

/** The address of a profile on LinkedIn, or an empty text. It is stored without the parameters that LinkedIn adds. */
export function linkedInAddress(title: string) {
  return href(title, { optional: true })
    .refine((value) => value === '' || linkedInProfile.test(value), {
      error: 'Enter the full address of a LinkedIn profile, such as https://www.linkedin.com/in/name.',
      abort: true,
    })
    .overwrite((value) => linkedInProfile.exec(value)?.[0] ?? value)
    .meta({ isExternal: true });
}
