import { group, type InputKind, longText, text } from '../primitives/fields.ts';
import { formatIndianTime } from '../primitives/indian-time.ts';

/** Returns the names of all placeholders in a text: `{name}` → `name`. */
export function listPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** The value of each placeholder, as the form names it. */
const meanings = {
  reference: 'reference number',
  companyName: 'company',
  contactName: 'sender’s name',
  name: 'sender’s name',
  details: 'all fields of the form',
  message: 'message',
  due: 'due date and time',
  hours: 'reply time in hours',
  minutes: 'minutes that the link works',
  link: 'link',
  myData: 'link to “Your details”',
  phone: 'your phone number',
  brand: 'your brand name',
  sender: 'name of the user who replies',
};
type PlaceholderName = keyof typeof meanings;

/** Values for a sample of a message. The form adds the values of the firm and of the reader. */
export const exampleValues: Partial<Record<PlaceholderName, string>> = {
  reference: 'ENQ-7K3M9P',
  companyName: 'Example Company',
  details: 'Reference: ENQ-7K3M9P\nCompany: Example Company\nEmail: founder@example.com',
  message: '> We would like to talk about our plans for next year.',
  due: formatIndianTime('2027-01-04T09:30:00Z'),
  minutes: '30',
  link: 'https://…',
  myData: 'https://…',
};

interface TemplateOptions {
  /** The placeholders that the text may contain; any other is rejected. */
  known: readonly PlaceholderName[];
  /** The known placeholders that the body must contain. */
  required?: readonly PlaceholderName[];
  hint?: string;
}

/** Returns the schema of a message with subject and text. The HTML part is generated from the text. */
export function messageTemplate(title: string, { known, required = [], hint }: TemplateOptions) {
  const isKnown = (value: string) => listPlaceholders(value).every((name) => known.includes(name as PlaceholderName));
  const variables = Object.fromEntries(known.map((name) => [name, meanings[name]]));
  const error = `Only these can be filled in here: ${Object.values(variables).join(', ')}.`;
  return group(
    title,
    {
      subject: text('Subject', { max: 120 })
        .refine(isKnown, { error })
        .meta({ title: 'Subject', input: 'text' satisfies InputKind, variables }),
      body: longText('Text', { max: 4000 })
        .refine(isKnown, { error })
        .refine((value) => required.every((name) => listPlaceholders(value).includes(name)), {
          error: `Insert ${required.map((name) => `“${meanings[name]}”`).join(' and ')}.`,
        })
        .meta({
          title: 'Text',
          description: 'A blank line starts a new paragraph.',
          input: 'textarea' satisfies InputKind,
          variables,
        }),
    },
    hint === undefined ? {} : { hint },
  ).meta({ isMessage: true });
}
